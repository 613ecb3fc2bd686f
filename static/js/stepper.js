// The keys beside a number field: one less, and one more. The browser keeps the number within its limits.
export const showSteps = (root) => root.querySelectorAll("[data-step]").forEach((key) => { key.hidden = false; });

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-step]");
  if (!key) return;
  const field = key.parentElement.querySelector("[data-stepper]");
  field.stepUp(Number(key.dataset.step));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
