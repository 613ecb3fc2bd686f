// Where the app is, and the elements of a page: finding, making and reading them.

// Where the app is: the path before its addresses, which stands in the names of what it stores too; and whether it
// runs in this phone alone, where no network is needed to reach it.
const { dataset } = document.documentElement;

export const base = dataset.root ?? "";
export const isAlone = "alone" in dataset;

// Finding, making and reading elements.

export const $ = (selector) => document.querySelector(selector);

export const make = (tag, ...children) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};

export const build = (tag, attributes, ...children) => {
  const made = make(tag, ...children);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

// A full or forbidden storage only costs what is kept there.
export const attempt = (work) => { try { return work(); } catch { return null; } };

export const button = (text, work) => {
  const element = make("button", text);
  element.type = "button";
  element.className = "plain";
  element.addEventListener("click", () => work(element));
  return element;
};

const SUITS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };
// The parts of a text, its suits coloured and read out by name.
export const coloured = (text) => text.split(/([♣♦♥♠])\ufe0e?/).map((piece) => {
  const name = SUITS[piece];
  if (!name) return piece;
  return build("span", { class: `suit suit-${name}`, role: "img", "aria-label": name }, `${piece}\ufe0e`);
});

// What the page made itself, as a file of the browser's downloads.
export const download = (blob, name) => {
  const link = build("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

// The stylesheets and scripts that another page uses and this one has not yet, so that its body can be shown here.
const addressOf = (part) => part.getAttribute(part.matches("link") ? "href" : "src");
export const addHead = (page) => {
  const have = new Set([...document.querySelectorAll("link[rel=stylesheet], script[src]")].map(addressOf));
  page.querySelectorAll("link[rel=stylesheet], script[src]").forEach((part) => {
    if (have.has(addressOf(part))) return;
    // A script that was parsed apart from this page does not run here.
    if (part.matches("link")) document.head.append(document.importNode(part));
    else document.head.append(build("script", { type: "module", src: addressOf(part) }));
  });
};

// The text of an element as it is seen: without what is there for screen readers alone, and without what it leads to.
export const words = (element) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll(".unseen, .how-many").forEach((part) => part.remove());
  return (copy.textContent.trim() || element.textContent.trim()).replace(/\s+/g, " ");
};

// Whatever of some events comes to the page: "input change".
export const on = (events, work, early = false) => {
  for (const type of events.split(" ")) document.addEventListener(type, work, early);
};

export const setHidden = (form, name, value) => {
  const field = form.elements[name] ?? form.appendChild(make("input"));
  Object.assign(field, { type: "hidden", name, value });
};
