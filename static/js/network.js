// Asking the server. Nothing but an answer of the app itself counts: a hotel's network answers everything.
import { isAlone, parse, words } from "./dom.js";

// Where the app starts in the phone itself, that is waited for.
const TIMEOUT_MS = isAlone ? 60_000 : 9_000;

// Whether the server was out of reach when it was last asked.
export let away = !isAlone && !navigator.onLine;
export const setAway = (value) => { away = value; };

export const ask = async (address, options) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), away ? TIMEOUT_MS / 3 : TIMEOUT_MS);
  try {
    const { signal } = stop;
    const answer = await fetch(address, { ...options, redirect: "manual", headers: { Outbox: "1" }, signal });
    const ours = answer.headers.get("Outbox");
    const html = await answer.text();
    away = !ours;
    const { status: code, headers } = answer;
    const [after, seen] = ["Retry-After", "Seen"].map((name) => Number(headers.get(name)));
    return ours ? { code, taken: ours === "taken", to: headers.get("Location"), after, seen, html } : null;
  } catch {
    away = true;
    return null;
  } finally {
    clearTimeout(timer);
  }
};

export const tokenOf = (page) => page.querySelector("[name=csrf_token]")?.value;
export const post = (act, token) => {
  const body = new URLSearchParams(act.body);
  if (token) body.set("csrf_token", token);
  return ask(act.url, { method: "POST", body });
};

// Why the server did not take an act, as its page says.
export const reasonIn = (html) => {
  const page = parse(html);
  const found = ["[role=alert]", ".error", ".lone > *"]
    .map((selector) => [...page.querySelectorAll(`main ${selector}, main${selector}`)])
    .map((parts) => parts.filter((part) => !part.matches(".lone > *") || !part.querySelector("a")));
  const reasons = found.find((elements) => elements.length) ?? [];
  return [...new Set(reasons.map(words))].join(". ").replaceAll(/([.?!:])\. /g, "$1 ") || "The server gave no reason.";
};
