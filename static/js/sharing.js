// A text is copied, or shared where the phone can; a picture is drawn as PNG by the phone itself; a page is printed.
// PDF and picture go through the phone's own sheet for sharing where it takes files; elsewhere they are saved.
import { download } from "./dom.js";

const TYPES = { db: "application/vnd.sqlite3", pdf: "application/pdf", png: "image/png" };
const emptyFile = (name) => new File([], name, { type: TYPES[name.split(".").at(-1)] });
const takesFiles = (name) => Boolean(navigator.share && navigator.canShare?.({ files: [emptyFile(name)] }));

const drawn = async (picture) => {
  if (!picture.naturalWidth) throw new Error("The picture has not come yet.");
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
};
const fetched = async (link) => {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) throw new Error("It has not come: try again, or save it.");
  return answer.blob();
};

// The file that could not be shared at once: phones want that soon after a tap.
let late = null;
const fileOf = async (source, name) => {
  if (late?.source === source) return late.file;
  const content = await (source.href ? fetched(source) : drawn(source));
  return new File([content], name, { type: content.type });
};

const ways = {
  async copy(text) {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      // There is no clipboard but on https.
      if (!document.execCommand("copy")) return "It is selected: copy it now.";
    }
    return "Copied.";
  },
  async share(text) {
    try { await navigator.share({ text: text.value }); } catch { /* They changed their mind. */ }
    return "";
  },
  async shareFile(source, name) {
    const file = await fileOf(source, name);
    late = null;
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // Else they changed their mind.
      if (error.name === "NotAllowedError") {
        late = { source, file };
        return "It is ready: tap Share once more.";
      }
    }
    return "";
  },
  async png(picture, name) {
    download(await drawn(picture), name);
    return "Saved.";
  },
};
const BUTTONS = "[data-copy], [data-share], [data-share-file], [data-png]";

// A link carries a sheet behind its #, which no host is sent: it leaves the address bar and the history first, and is
// then looked at like a file. Nothing is unpacked here.
const takeCarried = () => {
  const field = document.querySelector("[data-behind]");
  if (!field || !location.hash.startsWith(`#${field.dataset.behind}`)) return;
  field.value = location.hash.slice(1);
  history.replaceState(history.state, "", location.pathname + location.search);
  field.form.requestSubmit();
};
addEventListener("hashchange", takeCarried);

export const showButtons = (root) => root.querySelectorAll(`[data-print], ${BUTTONS}`).forEach((button) => {
  button.hidden = ("share" in button.dataset && !navigator.share)
    || ("shareFile" in button.dataset && !takesFiles(button.dataset.name));
});
addEventListener("DOMContentLoaded", takeCarried);

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-print]")) print();
  const { dataset } = event.target.closest?.(BUTTONS) ?? {};
  const way = dataset && Object.keys(ways).find((name) => dataset[name]);
  if (!way) return;
  const result = await ways[way](document.getElementById(dataset[way]), dataset.name).catch((error) => error.message);
  document.getElementById(`${dataset[way]}-said`).textContent = result;
});
