// When a page is replaced by its new state, what was open is opened again, and what was read stays where it was.

const openDetails = () => [...document.querySelectorAll("main details[open]")]
  .map((part) => part.id ? `#${part.id}` : part.parentElement.id && `#${part.parentElement.id} > details`)
  .filter(Boolean);

// What is tapped, or, below the head of a page, what is read. Where new hands are put in nothing is read.
const anchor = () => {
  const covered = document.querySelector("#standings")?.getBoundingClientRect().bottom ?? 0;
  return document.activeElement?.closest("main [id]")
    ?? (scrollY > 0 && [...document.querySelectorAll("main :is(article, section, tbody)[id]:not(#curve, #coming)")]
      .find((part) => part.getBoundingClientRect().bottom > covered));
};

// Gives the function that restores the place in the new page.
export const rememberPlace = () => {
  const page = document.querySelector("main")?.id;
  const open = openDetails();
  const part = anchor();
  const top = part && part.getBoundingClientRect().top;
  return () => {
    if (document.querySelector("main")?.id !== page) return;
    for (const selector of open) document.querySelector(selector)?.setAttribute("open", "");
    const same = part && document.getElementById(part.id);
    if (same) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  };
};
