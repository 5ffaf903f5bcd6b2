// Streamlit's own words in the reader's language. It has no setting for them, so each is replaced
// where it stands: a text node or an attribute is given another value, and no node is made, moved
// or taken away, so that React finds what it drew. What is not in the table stays as it is.

// Where Streamlit itself speaks; nothing of a document, a question or a page stands there.
const SPEAKS = [
  "stFileUploaderDropzone", "stFileUploaderFile", "stStatusWidget", "stSkipToContent",
  "stMainMenuPopover", "InputInstructions", "stDataFrameColumnMenu", "stDialog",
  "stDataFrameColumnVisibilityMenu", "stTooltipContent", "stTooltipErrorContent",
].map((name) => `[data-testid=${name}]`).join(",") +
  ",[role=listbox],[role=log],.plotly-notifier,[role=tooltip]";
const NEVER = "[data-testid=stHtml],[data-testid^=stBidi],[data-testid=stFileChipName],pre";
// An option is anybody's text, but for these.
const OPTION = /^(No results|Select all|Select \d+ matches|Add: [^]+)$/;
const ICON = /^[a-z0-9_]+ icon$/;
const NAMES = ["aria-label", "title", "placeholder"];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// "Help for {what}" is found in "Help for Size" and said again with what stood there.
function reader(words) {
  const exact = new Map(), forms = [];
  for (const [english, said] of Object.entries(words)) {
    const parts = english.split(/\{\w+\}/);
    if (parts.length === 1) exact.set(english, said);
    else forms.push([new RegExp(`^${parts.map(escaped).join("([^]+)")}$`), said]);
  }
  const said = (text) => {
    if (exact.has(text)) return exact.get(text);
    if (ICON.test(text) && exact.has("icon")) return exact.get("icon");
    for (const [form, other] of forms) {
      const found = form.exec(text);
      if (!found) continue;
      let at = 0;
      return other.replace(/\{\w+\}/g, () => found[(at += 1)]);
    }
    return text;
  };
  return (text) => text.replace(/^(\s*)([^]*?)(\s*)$/, (_, a, words, z) => a + said(words) + z);
}

class Words {
  constructor() {
    this.said = (text) => text;
    this.english = new WeakMap();
    this.observer = new MutationObserver((changes) => {
      for (const change of changes) {
        if (change.type === "childList") change.addedNodes.forEach((node) => this.all(node));
        else if (change.type === "attributes") this.element(change.target, [change.attributeName]);
        else this.text(change.target);
      }
    });
  }

  speak(words) {
    const table = JSON.stringify(words);
    if (table === this.table) return;
    const first = this.table === undefined;
    this.table = table;
    this.said = reader(words);
    this.observer.disconnect();
    if (!first || table !== "{}") this.all(document.body);
    if (table === "{}") return;
    this.observer.observe(document.body, {
      subtree: true, childList: true, characterData: true, attributeFilter: NAMES,
    });
  }

  // What to put there, or nothing: by what Streamlit wrote, also where we wrote over it since.
  wanted(node, name, now) {
    const known = this.english.get(node) || {};
    const written = known[name] && known[name][1] === now ? known[name][0] : now;
    const said = this.said(written);
    if (said === now) return null;
    this.english.set(node, { ...known, [name]: [written, said] });
    return said;
  }

  text(node) {
    const parent = node.parentElement;
    if (!parent || !node.nodeValue.trim()) return;
    if (!parent.closest(SPEAKS) || parent.closest(NEVER)) return;
    if (parent.closest("[role=option]") && !OPTION.test(node.nodeValue)) return;
    const said = this.wanted(node, "", node.nodeValue);
    if (said !== null) node.nodeValue = said;
  }

  element(node, names) {
    const held = names.filter((name) => node.hasAttribute(name));
    if (!held.length || node.closest(NEVER) || node.closest("[role=option]")) return;
    for (const name of held) {
      const said = this.wanted(node, name, node.getAttribute(name));
      if (said !== null) node.setAttribute(name, said);
    }
  }

  all(root) {
    if (root.nodeType === Node.TEXT_NODE) return this.text(root);
    if (root.nodeType !== Node.ELEMENT_NODE) return;
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.currentNode; node; node = walk.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) this.text(node);
      else this.element(node, NAMES);
    }
  }
}

export default ({ data }) => {
  document.documentElement.lang = data.tag;
  // One for the page: the component may be drawn again, and its module read again.
  document.chunkboardWords = document.chunkboardWords || new Words();
  document.chunkboardWords.speak(data.words);
};
