// A short buzz for a key, a longer one for what is refused: where the phone can, and unless its settings or a wish for
// less motion say otherwise.
const KEY_MS = 8;
const REFUSED_MS = [60, 40, 60];
const KEYS = "form[data-act] :is([type=radio], [type=checkbox], button), [data-types], [data-step]";

const isWanted = () => document.documentElement.dataset.vibration !== "off"
  && !matchMedia("(prefers-reduced-motion: reduce)").matches && navigator.userActivation?.hasBeenActive;
const buzz = (pattern) => { if (isWanted()) navigator.vibrate?.(pattern); };

export const buzzRefused = () => buzz(REFUSED_MS);

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.target.closest) return;
  if (event.target.closest("[aria-disabled=true]")) buzzRefused();
  else if (event.target.closest(KEYS)) buzz(KEY_MS);
}, true);
