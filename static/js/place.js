// Where the app is: the path before its addresses, which stands in the names of what it stores too; and whether it runs in
// this phone alone, where no network is needed to reach it.
const page = document.documentElement;

export const base = page.dataset.root ?? "";
export const isAlone = "alone" in page.dataset;
