// What is impossible says why when it is tapped or focused, and does nothing else.

const explain = (control) => {
  const place = document.getElementById("why");
  if (!place || !control.dataset.why) return;
  const link = document.createElement("a");
  link.href = control.dataset.ruleAt;
  link.textContent = control.dataset.rule;
  place.replaceChildren(`${control.dataset.why} `, link);
};

export const disableIncomplete = (root) => root.querySelectorAll(".go[data-incomplete]")
  .forEach((button) => button.setAttribute("aria-disabled", "true"));

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[aria-disabled=true]");
  if (!control) return;
  event.preventDefault();
  explain(control);
  if (!control.matches(".go")) return;
  if (control.form.matches(".htmx-request")) {
    // The answer to the last tap is still under way, and may let this one through.
    control.form.dataset.pressed = "yes";
    return;
  }
  const forecast = control.closest(".dock-inner")?.querySelector(".forecast");
  if (!forecast) return;
  forecast.classList.remove("nudged");
  requestAnimationFrame(() => forecast.classList.add("nudged"));
}, true);
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt } = event.detail.requestConfig ?? {};
  if (!elt?.dataset.pressed) return;
  // Once the request is over: another one may follow it.
  setTimeout(() => {
    if (elt.matches(".htmx-request")) return;
    delete elt.dataset.pressed;
    elt.querySelector(".go").click();
  });
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[aria-disabled=true]")) explain(event.target);
});
document.addEventListener("change", () => document.getElementById("why")?.replaceChildren());
