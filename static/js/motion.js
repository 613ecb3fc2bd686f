// What moves says what has changed: the hand that was just recorded arrives in its row, and the totals that it moved count
// up or down to what they are now. Nothing moves where less motion is asked for.

const COUNT_MS = 500;

const totalsOf = (root) => [...root.querySelectorAll("#standings th b")];
const latestIn = (root) => Number(root.querySelector(".hand .opens .number")?.textContent ?? 0);

// Kept for this tab alone, so that a page that is loaded anew knows what stood there before.
const placeOf = () => `totals ${location.pathname}`;
const remember = (state) => {
  try {
    const before = JSON.parse(sessionStorage.getItem(placeOf()));
    sessionStorage.setItem(placeOf(), JSON.stringify(state));
    return before;
  } catch {
    return null;
  }
};

// Whole points as a number; NaN for what does not count in steps of one, such as halves.
const points = (text) => (/^[-−]?\d+$/.test(text) ? Number(text.replace("−", "-")) : NaN);
const count = (total, from, to) => {
  const text = total.textContent;
  const start = performance.now();
  const step = (time) => {
    const part = Math.min(1, Math.max(0, (time - start) / COUNT_MS));
    const now = Math.round(from + (to - from) * (1 - (1 - part) ** 3));
    total.textContent = part < 1 ? String(now).replace("-", "−") : text;
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
};

export const showChange = () => {
  if (!document.querySelector("#score") || location.search) return;
  const totals = totalsOf(document);
  const hand = latestIn(document);
  const before = remember({ hand, totals: totals.map((total) => total.textContent) });
  if (before?.hand !== hand - 1) return;
  document.querySelector(".hand:not(.adjusted)").classList.add("arrives");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  totals.forEach((total, column) => {
    const [from, to] = [before.totals[column], total.textContent].map(points);
    const moved = total.textContent !== before.totals[column];
    total.classList.toggle("rises", moved);
    if (moved && !still && to - from) count(total, from, to);
  });
};
