// A text is copied, or shared where the phone can; a picture is drawn as PNG by the phone itself; a page is printed.

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
  async png(picture, name) {
    if (!picture.naturalWidth) return "The picture has not come yet.";
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return "Saved.";
  },
};
const BUTTONS = "[data-copy], [data-share], [data-png]";

export const showButtons = (root) => root.querySelectorAll(`[data-print], ${BUTTONS}`).forEach((button) => {
  button.hidden = "share" in button.dataset && !navigator.share;
});

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-print]")) print();
  const { dataset } = event.target.closest?.(BUTTONS) ?? {};
  const way = dataset && Object.keys(ways).find((name) => dataset[name]);
  if (!way) return;
  const result = await ways[way](document.getElementById(dataset[way]), dataset.name);
  document.getElementById(`${dataset[way]}-said`).textContent = result;
});
