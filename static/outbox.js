// The outbox. An act at the table is put into this phone first, then sent, until the server has answered it. Acts of
// one sheet go in order; one that is refused stops those behind it until it is edited or discarded. Whether an act
// stands is for the server to say: there is no rule of any game here.
"use strict";

const outbox = (() => {
  const PREFIX = "outbox ";
  const PATIENCE = 9_000;
  const SOON = 2_000;
  const LATE = 15_000;
  const DOUBLE_TAP = 600;
  const ANY_FORM = "/import";
  const AFTER_JOINING = "Join the sheet again: then this is sent by itself.";
  const $ = (selector) => document.querySelector(selector);
  const make = (tag, ...children) => {
    const made = document.createElement(tag);
    made.append(...children);
    return made;
  };
  const button = (text, work) => {
    const made = make("button", text);
    made.type = "button";
    made.className = "plain";
    made.addEventListener("click", () => work(made));
    return made;
  };

  // The queue: an item of the storage for each act, so that two tabs never overwrite each other's; by time of entry.
  // An act that the storage does not take is kept in this page alone.
  const loose = new Map();
  const stored = (work) => {
    try { return work(localStorage); } catch { return null; }
  };
  const read = (id) => loose.get(id) ?? stored((items) => ({ ...JSON.parse(items.getItem(id)), id }));
  const all = () => [...new Set([...loose.keys(), ...(stored(Object.keys) ?? []).filter((key) => key.startsWith(PREFIX))])]
    .sort().map(read).filter((act) => act?.key && act.url);
  const put = (act) => {
    durable.put(act);
    if (stored((items) => { items.setItem(act.id, JSON.stringify(act)); return true; })) loose.delete(act.id);
    else loose.set(act.id, act);
  };
  const drop = async (act) => {
    await durable.drop(act);
    loose.delete(act.id);
    stored((items) => items.removeItem(act.id));
  };
  // What was on the disk alone when the browser ended is put back.
  const recover = async () => {
    const lost = (await durable.all()).filter((act) => !read(act.id)?.key);
    lost.forEach(put);
    if (!lost.length) return;
    render();
    wake();
  };
  const newId = () => {
    const last = Number(all().at(-1)?.id.slice(PREFIX.length).split(" ")[0] ?? 0);
    return `${PREFIX}${String(Math.max(Date.now(), last + 1)).padStart(15, "0")} ${newKey()}`;
  };
  const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))
    .replaceAll("+", "-").replaceAll("/", "_");

  // What goes in order: the acts of one sheet. A sheet that is being started has nothing before or behind it.
  const sheetOf = (path) => path.match(/^\/sheets\/[^/?#]+/)?.[0];
  const laneOf = (form) => sheetOf(form.getAttribute("action")) ?? form.elements.key?.value ?? "";
  const lane = (name) => all().filter((act) => act.lane === name);
  const here = () => lane(sheetOf(location.pathname) ?? "");
  const held = (act) => act.waits || act.refused;
  const next = (resting = []) => {
    const stopped = new Set(resting);
    return all().find((act) => {
      if (act.refused) stopped.add(act.lane);
      return !stopped.has(act.lane);
    });
  };

  // Asking the server. Nothing but an answer of the app itself counts: a hotel's network answers everything.
  let away = !navigator.onLine;
  const ask = async (address, options) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), away ? PATIENCE / 3 : PATIENCE);
    try {
      const answer = await fetch(address, { ...options, redirect: "manual", headers: { Outbox: "1" }, signal: stop.signal });
      const told = answer.headers.get("Outbox");
      const html = await answer.text();
      away = !told;
      return told ? { code: answer.status, taken: told === "taken", to: answer.headers.get("Location"), html } : null;
    } catch {
      away = true;
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const tokenOf = (page) => page.querySelector("[name=csrf_token]")?.value;
  const post = (act, token) => {
    const body = new URLSearchParams(act.body);
    if (token) body.set("csrf_token", token);
    return ask(act.url, { method: "POST", body });
  };
  const words = (element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll(".unseen").forEach((part) => part.remove());
    return (copy.textContent.trim() || element.textContent.trim()).replace(/\s+/g, " ");
  };
  const reasonIn = (html) => {
    const page = parsed(html);
    const found = ["[role=alert]", ".error", ".lone > :not(:has(a))"].map((said) => [...page.querySelectorAll(`main ${said}, main${said}`)]);
    const said = found.find((elements) => elements.length) ?? [];
    return [...new Set(said.map(words))].join(". ").replaceAll(/([.?!:])\. /g, "$1 ") || "The server gave no reason.";
  };

  // Sending.
  let sending = false;
  let pause = SOON;
  let timer;
  let wentOn = -DOUBLE_TAP;
  const mine = new Set();

  const flush = async () => {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    let reached = true;
    let landing = null;
    const resting = new Set();
    for (let act = next(); act && reached; act = next(resting)) {
      render();
      const landed = await deliver(act, resting);
      reached = landed !== false;
      landing = landing?.to ? landing : landed || landing;
    }
    sending = false;
    if (!reached || resting.size) {
      timer = setTimeout(flush, pause);
      pause = Math.min(pause * 2, LATE);
    } else {
      pause = SOON;
    }
    render();
    if (landing?.to && reached) go(landing.to);
    else if (landing && reached) refresh("", true);
  };
  const wake = () => {
    pause = SOON;
    if (next()) flush();
    else if (stale) refresh();
  };

  // False where nothing was reached; else where the act leads, or null where it leads nowhere. resting: the lanes
  // whose acts must wait although the server answers, for it has not judged them.
  const deliver = async (act, resting) => {
    let answer = await post(act, tokenOf(document));
    if (answer?.code === 400) {
      // The token of this page may be too old, of a phone or a server that has started anew.
      const fresh = await ask(ANY_FORM);
      answer = fresh && await post(act, tokenOf(parsed(fresh.html)));
    }
    const closed = answer && await isClosed(act, answer);
    const now = read(act.id);
    // Another tab has sent it meanwhile, or it was discarded.
    if (now?.key !== act.key) return null;
    if (!answer || closed || answer.code === 400 || answer.code >= 500) {
      (answer ? lane(act.lane) : all()).filter((each) => !each.refused).forEach(delay);
      put({ ...now, waits: true, told: answer ? reasonIn(answer.html) + (closed ? ` ${AFTER_JOINING}` : "") : "" });
      if (answer) resting.add(act.lane);
      return answer ? null : false;
    }
    if (answer.taken) return taken(now, answer.to);
    const direct = mine.has(act.key) && !now.waits;
    if (direct && !now.edited) await drop(now);
    else put({ ...now, refused: reasonIn(answer.html), editing: direct });
    if (direct) show(answer.html, { top: true });
    return null;
  };
  // Whether this phone may not write on the sheet at all, as when its cookies are gone.
  const isClosed = async (act, answer) => answer.code === 403
    || (answer.code === 404 && sheetOf(act.lane) && (await ask(act.lane))?.code === 404);
  const delay = (act) => {
    if (act.waits) return;
    put({ ...act, waits: true });
    if (act.draft) drafts.drop(act.draft);
    goOn(act);
  };
  const taken = async (act, to) => {
    await drop(act);
    if (act.draft) drafts.drop(act.draft);
    const entry = nextEntry();
    if (entry && act.next && act.lane === laneOf(entry)) entry.dataset.number = Number(entry.dataset.number) + 1;
    const led = mine.has(act.key) && !(act.waits && act.next);
    const shown = act.lane === sheetOf(location.pathname) || location.pathname === "/";
    return led ? { to } : shown ? {} : null;
  };

  // The page: another one, or this one as it is now.
  let leaving = false;
  let stale = false;
  let turn = 0;
  const go = (to) => {
    const url = new URL(to, location.href);
    if (url.pathname + url.search === location.pathname + location.search) return refresh(url.hash);
    leaving = true;
    return location.assign(url);
  };
  const refresh = async (hash = "", calm = false) => {
    const mineNow = ++turn;
    const answer = await ask(location.href);
    if (mineNow !== turn) return;
    stale = !answer || answer.code >= 500;
    if (stale) render();
    else show(answer.html, { hash, calm });
  };
  const show = (html, { hash = "", top = false, calm = false } = {}) => {
    const page = parsed(html);
    const focused = document.activeElement?.id;
    page.querySelectorAll("noscript, #outbox").forEach((part) => part.remove());
    // Nothing moves under a finger that is entering the next hand.
    if (calm) page.querySelectorAll(".said form:has(button)").forEach((part) => part.remove());
    wentOn = -DOUBLE_TAP;
    const readOn = reading.keep();
    document.title = page.title;
    document.body.className = page.body.className;
    document.body.replaceChildren(...page.body.childNodes);
    htmx.process(document.body);
    ready(document);
    if (top) scrollTo({ top: 0 });
    else readOn();
    // What is wrong is shown where it is wrong.
    document.querySelector("main .error[id$='-error']")?.scrollIntoView({ block: "center" });
    showTurn();
    const goal = document.getElementById(hash.slice(1) || focused || "");
    if (goal && hash) goal.tabIndex = -1;
    goal?.focus({ preventScroll: true });
  };

  // A page that the network does not bring is not opened, so that this one is not lost; the entry of the next hand
  // was fetched before it was asked for.
  let lost = false;
  let spare = null;
  const keepSpare = async () => {
    const address = $("a.go[href^='/sheets/']")?.href;
    const answer = address && !away ? await ask(address) : null;
    if (answer?.code === 200) spare = { address, html: answer.html };
  };
  const follow = async (link) => {
    const reached = await ask(link.href);
    lost = !reached;
    if (reached) {
      leaving = true;
      location.assign(link.href);
    } else if (spare?.address === link.href) {
      lost = false;
      history.pushState(null, "", link.href);
      show(spare.html, { top: true });
    } else {
      render();
    }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    if (!link || (!away && navigator.onLine) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow(link);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || (!away && navigator.onLine)) return;
    event.preventDefault();
    follow({ href: `${form.action}?${new URLSearchParams(new FormData(form))}` });
  });
  addEventListener("popstate", () => refresh());

  // An act is entered.
  const labelOf = (form, pressed) => {
    const { player } = form.elements;
    const names = [...form.querySelectorAll("input[name=player][type=text]")].map((field) => field.value.trim());
    if (names.length) return names.filter(Boolean).join(", ");
    const said = [".first", ".second", ":not(.first, .second)"]
      .flatMap((kind) => [...form.querySelectorAll(`input${kind}:checked`)])
      .map((field) => (field.closest("[data-said]")?.dataset.said ?? "") + (field.matches(".place input") ? field.value : words(field.labels[0])));
    form.querySelectorAll("[data-keypad]").forEach((field) => said.push(`${words(field.labels[0])} ${field.value}`));
    if (pressed && (pressed.name || !said.length)) said.push(pressed.getAttribute("aria-label") ?? words(pressed));
    return (player ? `${player.value}: ` : "") + said.join(", ").replace(/, (?=[♣♦♥♠]|NT\b)/g, "").replace(", with ", " with ");
  };
  const hidden = (form, name, value) => {
    const field = form.elements[name] ?? form.appendChild(make("input"));
    Object.assign(field, { type: "hidden", name, value });
  };
  const behind = (act) => lane(act.lane).find((each) => each.id > act.id);
  const reseat = (act, changed) => {
    // Whoever waits behind an act follows another one now.
    const follower = behind(act);
    const body = follower && new URLSearchParams(follower.body);
    if (!follower || body.get("after") !== act.key) return;
    for (const [name, value] of Object.entries(changed)) {
      if (value) body.set(name, value);
      else body.delete(name);
    }
    put({ ...follower, body: body.toString() });
  };

  const submit = (form, pressed) => {
    // The second half of a double tap is not for the next hand.
    if (form.dataset.sent || performance.now() - wentOn < DOUBLE_TAP && pressed?.name) return;
    const queue = lane(laneOf(form));
    const replaces = editedBy(form);
    const alone = form.dataset.act !== "next";
    if (alone && !replaces && queue.length) return;
    form.dataset.sent = "yes";
    turn += 1;
    const before = queue.at(-1)?.key;
    if (before && !replaces) hidden(form, "after", before);
    // What is edited keeps its key: should it have been taken after all, the server knows it again.
    if (replaces) hidden(form, "key", replaces.key);
    const body = new URLSearchParams(new FormData(form));
    if (pressed?.name) body.append(pressed.name, pressed.value);
    if (replaces) body.set("edited", "1");
    const act = {
      id: replaces?.id ?? newId(),
      key: form.elements.key.value,
      url: pressed?.getAttribute("formaction") ?? form.getAttribute("action"),
      body: body.toString(),
      lane: laneOf(form),
      page: location.pathname + location.search,
      title: document.title,
      label: labelOf(form, pressed),
      draft: form.dataset.draft,
      next: !alone,
      edited: Boolean(replaces),
    };
    mine.add(act.key);
    put(act);
    if (!replaces && queue.some(held)) delay(act);
    flush();
    render();
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-act]") || event.defaultPrevented) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });

  // The hand that was entered waits: the form is for the next one.
  const nextEntry = () => $("form[data-act=next]");
  const goOn = (act) => {
    const form = nextEntry();
    if (form?.elements.key.value !== act.key) return;
    hidden(form, "key", newKey());
    hidden(form, "after", act.key);
    delete form.dataset.kept;
    delete form.dataset.sent;
    wentOn = performance.now();
    form.querySelectorAll("input[type=radio]").forEach((radio) => { radio.checked = false; });
    form.querySelectorAll("[data-keypad]").forEach((field) => { field.value = ""; });
    document.querySelectorAll("main > .notice, main > .error, form .error").forEach((said) => said.remove());
    remember(form);
    scrollTo({ top: 0 });
  };

  // What the server would say of a hand cannot be asked: whatever is complete may be recorded.
  const forecast = (form) => {
    const place = form.querySelector(".forecast");
    const go = form.querySelector(".dock .go");
    const asked = [...form.querySelectorAll("input[type=radio]:not([data-spare]), [data-keypad]")];
    const chosen = new Set(asked.filter((field) => field.type === "radio" ? field.checked : field.value).map((field) => field.name));
    const complete = asked.every((field) => chosen.has(field.name));
    const bare = "none" in form.dataset && !chosen.size;
    let said = "This is checked when its turn comes.";
    if (away) said = complete ? "No connection: this will be checked when it is back." : "Offline: hands wait here.";
    if (complete) go.removeAttribute("aria-disabled");
    else go.setAttribute("aria-disabled", "true");
    if (place.dataset.said === said + bare) return;
    place.dataset.said = said + bare;
    const line = make("p", said);
    line.className = "wish";
    place.replaceChildren(line);
    if (bare) {
      const none = make("button", "No contract");
      Object.assign(none, { className: "plain", name: "nobody_bid", value: "1" });
      place.append(none);
    }
    // Of what was judged before nothing is left.
    form.querySelectorAll(".note").forEach((note) => { note.classList.remove("gain"); note.textContent = ""; });
    form.querySelectorAll(".felt").forEach((felt) => felt.replaceChildren());
  };
  // What waits before a hand may change what the server would say of it; nothing waits before one that is edited.
  const overtaken = (form) => lane(laneOf(form)).some(held) && !editedBy(form);
  const isEntry = (form) => Boolean(form?.querySelector(".forecast"));
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form[data-act]");
    if (isEntry(form) && (away || overtaken(form))) forecast(form);
  });
  document.addEventListener("htmx:configRequest", (event) => { event.detail.headers.Outbox = "1"; });
  document.addEventListener("htmx:beforeRequest", (event) => {
    // Nothing is asked about a sheet while something for it waits; what fails is told here and not in the console.
    if (isEntry(event.target) ? overtaken(event.target) : here().some(held)) event.preventDefault();
    event.detail.error = null;
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, elt } = event.detail;
    if (!xhr.getResponseHeader("Outbox") || xhr.status >= 500) {
      event.preventDefault();
      unanswered(elt);
    } else if (away) {
      away = false;
      render();
      wake();
    }
    if (event.defaultPrevented || xhr.getResponseHeader("HX-Refresh") !== "true") return;
    event.preventDefault();
    refresh();
  });
  const unanswered = (asking) => {
    away = true;
    const form = asking.closest("form");
    if (isEntry(form)) forecast(form);
    else form?.querySelector(".dock p")?.replaceChildren("No connection: try again when it is back.");
  };
  for (const failure of ["sendError", "timeout"]) {
    document.addEventListener(`htmx:${failure}`, (event) => unanswered(event.detail.elt));
  }

  // A refused act is edited on the page where it was entered.
  const editedBy = (form) => all().find((act) => act.editing && act.url === form.getAttribute("action"));
  const edit = (act, pressed) => {
    if (away) {
      pressed.textContent = "No connection";
      return;
    }
    all().filter((each) => each.editing).forEach((each) => put({ ...each, editing: false }));
    put({ ...act, editing: true });
    drafts.put(`edit ${act.id}/fields`, [...new URLSearchParams(act.body)]);
    go(act.page);
  };
  const discard = async (act, pressed) => {
    if (!pressed.dataset.asked) {
      pressed.dataset.asked = "yes";
      pressed.textContent = "Really discard";
      return;
    }
    const body = new URLSearchParams(act.body);
    reseat(act, { seen: body.get("seen"), after: body.get("after") });
    await drop(act);
    drafts.drop(`edit ${act.id}/fields`);
    refresh();
    wake();
  };

  // What is shown of it all.
  const line = $("#outbox");
  const panel = make("div");
  panel.className = "held";
  panel.setAttribute("role", "alert");
  let panelShows;
  const list = make("ol");
  list.className = "waiting";
  list.setAttribute("aria-label", "Waiting to be sent");

  const state = (queue) => {
    const waiting = queue.filter(held).length;
    if (queue.some((act) => act.refused)) return ["refused", "Refused"];
    if (waiting) return ["waits", `${waiting} waiting`];
    if (queue.length) return ["", "Sending…"];
    if (lost && away) return ["waits", "No connection"];
    return ["", sheetOf(location.pathname) && $("form[data-act]") ? "✓ Saved" : ""];
  };
  const complaintOf = (act) => act.refused || act.told
    || (loose.has(act.id) && act.waits ? "This phone's storage is full or forbidden: it is kept on this page alone." : "");
  const notice = (act) => {
    const behind = lane(act.lane).filter((each) => each.id > act.id).map((each) => each.label);
    const said = make("p", complaintOf(act));
    said.className = "error";
    const doors = make("p");
    doors.className = "doors";
    const shown = make("section", make("h2", `${act.refused ? "Refused" : "Waiting"}: ${act.title}`));
    if (act.editing && $("form[data-editing]")) {
      doors.append("Change it below, and send it again.");
      shown.append(said);
    } else {
      if (act.refused) doors.append(button("Edit", (pressed) => edit(act, pressed)));
      shown.append(make("p", act.label), said);
      if (behind.length) shown.append(make("p", `Waiting behind it: ${behind.join("; ")}.`));
    }
    doors.append(button("Discard", (pressed) => discard(act, pressed)));
    shown.append(doors);
    shown.className = "card";
    return shown;
  };
  const showPanel = (queue) => {
    const told = queue.filter(complaintOf);
    const sense = JSON.stringify([told, queue.length, Boolean($("form[data-editing]"))]);
    if (panelShows !== sense) {
      panelShows = sense;
      panel.replaceChildren(...told.map(notice));
    }
    const bar = $("main > .bar");
    if (!told.length) panel.remove();
    else if (!panel.isConnected && bar) bar.after(panel);
    else if (!panel.isConnected) $("main").prepend(panel);
  };
  const showLine = (queue) => {
    const [look, text] = state(queue);
    line.className = `outbox ${look}`;
    line.hidden = !text;
    if (line.textContent !== text) line.textContent = text;
    const place = $(".bar .where") ?? document.body;
    if (line.parentElement !== place) place.append(line);
  };
  const showForms = () => {
    for (const form of document.querySelectorAll("form[data-act]")) {
      const replaces = editedBy(form);
      const queue = lane(laneOf(form)).filter(held);
      if (form.dataset.draft) {
        form.dataset.own ??= form.dataset.draft;
        form.dataset.draft = replaces ? `edit ${replaces.id}/fields` : form.dataset.own;
      }
      form.toggleAttribute("data-editing", Boolean(replaces));
      form.inert = queue.length > 0 && !replaces && form.dataset.act !== "next";
      const dock = form.querySelector(".dock-inner");
      if (form.inert && dock) showWait(form, dock, queue[0]);
      if (form.dataset.act === "next" && !replaces) showNext(form, queue);
    }
  };
  const showWait = (form, dock, act) => {
    const line = act.refused ? "Refused, see above" : away ? "Waiting for the network" : "Waiting for the server";
    dock.className = "dock-inner waits";
    dock.replaceChildren(make("p", make("b", act.label), make("br"), `${line}: then ${form.dataset.then ?? "it is sent"}.`));
  };
  // Hands that wait stand above the entry of the one after them.
  const showNext = (form, queue) => {
    const tabs = $(".tabs");
    const count = $("#number");
    form.dataset.number ??= count.textContent;
    const number = Number(form.dataset.number) + queue.filter((act) => act.next).length;
    count.textContent = number;
    document.title = document.title.replace(/\d+/, number);
    form.dataset.draft = form.dataset.own.replace(/\d+$/, number);
    if (tabs) tabs.hidden = queue.length > 0;
    if (!queue.length) {
      list.remove();
      return;
    }
    $(".bar small").textContent = "Dealer known once all is sent";
    form.querySelector(".deals")?.remove();
    const waiting = queue.filter((act) => !act.refused);
    const told = waiting.slice(-2)
      .map((act) => make("li", make("b", act.title.split(" · ")[0]), ` ${act.label}`, make("i", "waiting")));
    if (waiting.length > 2) told[0] = make("li", make("b", `${waiting.length - 1} before it`), make("i", "waiting"));
    list.replaceChildren(...told);
    if (!list.isConnected) (tabs ?? form).before(list);
    forecast(form);
  };
  const render = () => {
    const queue = all();
    showForms();
    showPanel(queue);
    showLine(queue);
  };

  addEventListener("online", wake);
  addEventListener("offline", () => { away = true; });
  addEventListener("pageshow", (event) => {
    leaving = false;
    // A page that the back button brings back as it was left may show a hand that is long recorded.
    if (event.persisted && $("form[data-act]")) {
      const key = nextEntry()?.elements.key.value;
      if (mine.has(key)) goOn({ key });
      refresh();
    }
    wake();
    recover();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  addEventListener("storage", (event) => {
    if (event.key && !event.key.startsWith(PREFIX)) return;
    render();
    const gone = event.oldValue && !event.newValue ? JSON.parse(event.oldValue) : null;
    if (gone?.waits && gone.lane === sheetOf(location.pathname)) refresh();
    else if (!sending) {
      clearTimeout(timer);
      timer = setTimeout(wake, LATE);
    }
  });
  addEventListener("beforeunload", (event) => { if (!leaving && all().some((act) => act.waits)) event.preventDefault(); });

  // More was half-entered than the page has fields for: the server makes the page for it.
  const makeRoom = async (form, more) => {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...more, ["action", "keep"]]) body.append(name, value);
    const answer = await ask(form.getAttribute("action"), { method: "POST", body });
    if (answer?.code === 200) show(answer.html);
  };
  return { keepSpare, makeRoom, render };
})();
