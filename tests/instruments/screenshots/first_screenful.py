"""What stands on the first screenful of a page: the elements that can be tapped or filled in, and the words."""

from dataclasses import dataclass

from playwright.sync_api import Page

COUNT = r"""() => {
    // What lies under the finger alone is asked for where a tap would pass through.
    const touchable = new CSSStyleSheet();
    touchable.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(touchable);
    const isOpaque = (element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        const alpha = backgroundColor.startsWith("rgba") ? parseFloat(backgroundColor.split(",")[3]) : 1;
        return alpha > 0.5 || backgroundImage !== "none";
    };
    const isSeenAt = (element, x, y) => {
        for (const found of document.elementsFromPoint(x, y)) {
            if (element.contains(found)) return true;
            if (!found.contains(element) && isOpaque(found)) return false;
        }
        return false;
    };
    const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // Of a box that is half off the screen or under the dock, the part that is on it counts.
    const isSeen = (element, box) => {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
        if (right - left < 4 || bottom - top < 4) return false;
        return [0.5, 0.2].some((share) => isSeenAt(element, (left + right) / 2, top + (bottom - top) * share));
    };
    const tappable = document.querySelectorAll("a[href], button, summary, select, textarea, input");
    const elements = [...tappable].filter((one) => {
        if (one.type === "hidden" || one.disabled) return false;
        const box = one.getBoundingClientRect();
        if (isShown(one) && box.width > 4 && isSeen(one, box)) return true;
        const labels = [...(one.labels ?? [])];
        return labels.some((label) => isShown(label) && isSeen(label, label.getBoundingClientRect()));
    });
    const isWord = (text) => /[\p{L}\p{N}]/u.test(text);
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement;
        if (!isShown(parent) || parent.closest("option, textarea")) continue;
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\S+/g)) {
            if (!isWord(word)) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const box = range.getBoundingClientRect();
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            if (box.width > 1 && isSeenAt(parent, x, y)) words.push(parent);
        }
    }
    for (const field of elements.filter((one) => one.matches("select, textarea, input"))) {
        const written = ["radio", "checkbox"].includes(field.type) ? ""
            : field.selectedOptions?.[0]?.text ?? (field.value || field.placeholder);
        for (const word of (written ?? "").split(/\s+/)) if (isWord(word)) words.push(field);
    }
    document.adoptedStyleSheets.pop();
    return [
        elements.length,
        words.length,
        words.filter((element) => !element.closest(".bar, .help-link")).length,
        document.documentElement.scrollHeight,
    ];
}"""


@dataclass(frozen=True)
class FirstScreenful:
    """elements: that can be tapped or filled in; words: figures too, and what stands in a field; below: those that
    are not in the bar at the top; height: of the whole page, in pixels.
    """

    elements: int
    words: int
    below: int
    height: int


def first_screenful(page: Page) -> FirstScreenful:
    """Of a page that is not scrolled."""
    return FirstScreenful(*page.evaluate(COUNT))
