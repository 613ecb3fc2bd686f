"""What is wrong with the text of a page: cut, covered by something else, out of its box, off the screen."""

from playwright.sync_api import Page

LENGTHEN = r"""() => {
    // Each text by two fifths, as in another language: by its own letters, so that long words get longer, too.
    // A date is as long in any.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode;
        const text = node.data.trim();
        if (node.shorter || !/\p{L}{3}/u.test(text) || /\d \p{L}{3} \d{4}$/u.test(text)
            || node.parentElement.closest("bdi, svg, template")) continue;
        node.shorter = text;
        const more = Math.ceil(text.length * .4);
        const last = text.split(" ").at(-1);
        node.data = node.data.trimEnd() + (more < last.length ? "" : " ") + text.slice(0, more).trim() + " ";
    }
}"""
FAULTS = r"""() => {
    const found = new Set();
    const isClipped = part => part
        && (getComputedStyle(part).clipPath === "inset(50%)" || isClipped(part.parentElement));
    const isSeen = part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !isClipped(part) && !part.closest(".outbox, option, .on-paper");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    const shorter = part => part.nodeType === Node.TEXT_NODE ? part.shorter ?? part.data
        : [...part.childNodes].map(shorter).join("");
    // All that is read out or told elsewhere, as a label or beside it: what stands there in full may be cut here.
    const told = [...document.querySelectorAll("[aria-label], [title], .unseen")]
        .map(part => part.ariaLabel ?? (part.title || shorter(part))).join(" ");
    const whole = new Set();
    const cut = [];
    const floats = part => {
        for (let around = part; around; around = around.parentElement) {
            if (["sticky", "fixed"].includes(getComputedStyle(around).position)) return around;
        }
        return null;
    };
    while (texts.nextNode()) {
        const node = texts.currentNode;
        const text = shorter(node).trim();
        const parent = node.parentElement;
        if (!text || !isSeen(parent)) continue;
        const range = new Range();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
        if (!boxes.length) continue;
        let isCut = false, scrolls = false, isBoxed = false;
        for (let around = parent; around && around !== document.body; around = around.parentElement) {
            const style = getComputedStyle(around);
            if (style.display === "inline" || style.display === "contents") continue;
            const box = around.getBoundingClientRect();
            const [x, y] = [style.overflowX, style.overflowY];
            if ([x, y].some(way => way === "auto" || way === "scroll")) scrolls = true;
            if (scrolls) continue;
            const isBox = parseFloat(style.borderBottomWidth) || style.backgroundColor !== "rgba(0, 0, 0, 0)";
            const beyond = boxes.some(line => line.left < box.left - 1.5 || line.right > box.right + 1.5
                || line.top + line.height * .25 < box.top || line.bottom - line.height * .25 > box.bottom);
            if (beyond && (x !== "visible" || y !== "visible")) isCut = true;
            else if (beyond && isBox && !isBoxed && !isCut) found.add(`out of its box: ${text}`);
            isBoxed ||= isBox;
        }
        if (isCut) cut.push([node, text]);
        else whole.add(text);
        if (scrolls) continue;
        const isOff = boxes.some(box => box.right > innerWidth + 1.5 || box.left < -1.5);
        if (isOff && !isCut) found.add(`off the screen: ${text}`);
        lines.push(...boxes.map(box => ({ node, parent, text, box, isCut, float: floats(parent) })));
    }
    for (const [, text] of cut) if (!`${told} ${[...whole].join(" ")}`.includes(text)) found.add(`cut: ${text}`);
    const shrink = 2;
    // Of a line only what is drawn: from the top of a capital letter to its foot.
    for (const line of lines) {
        const size = parseFloat(getComputedStyle(line.parent).fontSize);
        const bottom = line.box.top + line.box.height / 2 + size * .36;
        line.ink = { top: bottom - size * .73, bottom };
    }
    for (let one = 0; one < lines.length; one += 1) {
        for (let two = one + 1; two < lines.length; two += 1) {
            const [a, b] = [lines[one], lines[two]];
            if (a.node === b.node || a.float !== b.float || a.isCut || b.isCut) continue;
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const high = Math.min(a.ink.bottom, b.ink.bottom) - Math.max(a.ink.top, b.ink.top);
            if (wide > shrink && high > shrink) {
                found.add(`one over the other: ${a.text} / ${b.text}`);
            }
        }
    }
    // What lies over a text, where the page is seen as a whole; also over one through which a tap goes.
    const tapped = new CSSStyleSheet();
    tapped.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(tapped);
    const isWhole = document.documentElement.scrollHeight <= innerHeight + 1;
    for (const { parent, text, box, isCut, float } of lines) {
        if (isCut || box.bottom > innerHeight || box.top < 0) continue;
        const y = (box.top + box.bottom) / 2;
        for (const x of [box.left + 2, (box.left + box.right) / 2, box.right - 2]) {
            for (const over of document.elementsFromPoint(x, y)) {
                if (over.contains(parent) || parent.contains(over)) break;
                const { backgroundColor, opacity } = getComputedStyle(over);
                if (opacity === "0" || /rgba\(.*, 0\)/.test(backgroundColor)
                    || (!isWhole && floats(over) !== float)) continue;
                found.add(`covered: ${text}`);
            }
        }
    }
    document.adoptedStyleSheets.pop();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} wide`);
    return [...found];
}"""


def lengthen(page: Page) -> None:
    page.evaluate(LENGTHEN)


def faults(page: Page) -> list[str]:
    return page.evaluate(FAULTS)
