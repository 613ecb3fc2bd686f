// What is half-entered stays in this phone, through reload, sleep and another tab, until it was sent.
"use strict";

const drafts = (() => {
  const place = (name) => `draft ${name}`;
  const fields = (form) => [...form.elements].filter((e) => e.name && e.matches("input:not([type=hidden]), select"));
  const isChoice = (field) => ["radio", "checkbox"].includes(field.type);

  // A full or forbidden storage only costs the draft.
  const attempt = (work) => {
    try { return work(); } catch { return null; }
  };
  const put = (name, pairs) => attempt(() => localStorage.setItem(place(name), JSON.stringify(pairs)));
  const drop = (name) => attempt(() => localStorage.removeItem(place(name)));
  const keep = (form) => put(form.dataset.draft, fields(form)
    // The day that the page offers may be another when it is opened again.
    .filter((f) => (isChoice(f) ? f.checked : f.type !== "date" || f.value !== f.defaultValue))
    .map((f) => [f.name, f.value]));

  // Of an earlier hand, or an earlier state of the sheet, nothing is left to enter.
  const dropEarlier = (name) => attempt(() => {
    const family = place(name.slice(0, name.lastIndexOf("/") + 1));
    Object.keys(localStorage)
      .filter((key) => key.startsWith(family) && key !== place(name))
      .forEach((key) => localStorage.removeItem(key));
  });

  // Gives back what finds no field here, as players do for whom the page has no seat.
  const restore = (form) => {
    dropEarlier(form.dataset.draft);
    const kept = attempt(() => JSON.parse(localStorage.getItem(place(form.dataset.draft))));
    if (!Array.isArray(kept) || !kept.length) return [];
    const rest = kept.filter((pair) => Array.isArray(pair));
    const take = (name, fits) => {
      const at = rest.findIndex((pair) => pair[0] === name && fits(pair[1]));
      return at < 0 ? null : rest.splice(at, 1)[0];
    };
    for (const field of fields(form)) {
      if (isChoice(field)) field.checked = Boolean(take(field.name, (value) => value === field.value)) && !field.matches("[aria-disabled]");
      else field.value = take(field.name, () => true)?.[1] ?? field.value;
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
    return rest;
  };

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.closest?.("form[data-draft]");
      if (form && event.target !== form) keep(form);
    });
  }
  return { drop, keep, put, restore };
})();
