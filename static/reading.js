// Where a page comes anew in its own place, what was open is open again, and lies where it lay.
"use strict";

const reading = (() => {
  const openOnes = () => [...document.querySelectorAll("main details[open]")]
    .map((part) => part.id ? `#${part.id}` : part.parentElement.id && `#${part.parentElement.id} > details`)
    .filter(Boolean);
  // What is tapped, or, below the head of a page, what is read.
  const place = () => document.activeElement?.closest("main [id]")
    ?? (scrollY > 0 && [...document.querySelectorAll("main :is(article, section)[id]")]
      .find((part) => part.getBoundingClientRect().bottom > 0));

  // Gives the function that puts the new page so.
  const keep = () => {
    const page = document.querySelector("main")?.id;
    const open = openOnes();
    const { id, top } = ((part) => ({ id: part?.id, top: part && part.getBoundingClientRect().top }))(place() || null);
    return () => {
      if (document.querySelector("main")?.id !== page) return;
      for (const part of open) document.querySelector(part)?.setAttribute("open", "");
      const now = id && document.getElementById(id);
      if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
    };
  };
  return { keep };
})();
