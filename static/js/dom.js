// Finding, making and reading elements.

export const $ = (selector) => document.querySelector(selector);

export const make = (tag, ...children) => {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
};

export const button = (text, work) => {
  const element = make("button", text);
  element.type = "button";
  element.className = "plain";
  element.addEventListener("click", () => work(element));
  return element;
};

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

// The stylesheets that another page uses and this one has not yet, so that its body can be shown here.
export const addStyles = (page) => {
  const have = new Set([...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")));
  page.querySelectorAll("link[rel=stylesheet]").forEach((link) => {
    if (!have.has(link.getAttribute("href"))) document.head.append(document.importNode(link));
  });
};

// The text of an element as it is seen: without what is there for screen readers alone.
export const words = (element) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll(".unseen").forEach((part) => part.remove());
  return (copy.textContent.trim() || element.textContent.trim()).replace(/\s+/g, " ");
};

export const setHidden = (form, name, value) => {
  const field = form.elements[name] ?? form.appendChild(make("input"));
  Object.assign(field, { type: "hidden", name, value });
};
