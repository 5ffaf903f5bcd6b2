// Reads a document and hands back places in it, in characters as Python counts them.

// Characters (code points) in the first `units` UTF-16 units of the text. A place inside a
// surrogate pair moves to its end where `up`, else to its start.
function points(text, units, up) {
  let count = 0;
  let at = 0;
  for (const character of text) {
    if (at >= units) break;
    if (at + character.length > units) return up ? count + 1 : count;
    at += character.length;
    count += 1;
  }
  return count;
}

// The smallest range of characters that holds all selected text inside the root, or null.
function selected(root, range) {
  let start = null;
  let end = null;
  for (const piece of root.querySelectorAll("[data-start]")) {
    const node = piece.firstChild;
    if (!node || !range.intersectsNode(node)) continue;
    const text = node.data;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : text.length;
    if (from >= to) continue;
    const base = Number(piece.dataset.start);
    if (start === null) start = base + points(text, from, false);
    end = base + points(text, to, true);
  }
  return start === null ? null : { start, end };
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const KINDS = { m: "cbw-markup", a: "cbw-answer", c: "cbw-context" };

// The blocks as elements. Document text goes in as text, never as HTML.
function fill(list, blocks, names) {
  list.replaceChildren();
  for (const block of blocks) {
    const box = element("div", `cbw-block cbw-${block.kind} cbw-l${block.level}`);
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", names[block.kind] || names.text);
    for (const group of block.groups) {
      const holder = group.s ? element("span", "cbw-sentence") : box;
      for (const [start, text, what] of group.p) {
        const classes = [...what].map((letter) => KINDS[letter]).join(" ");
        const piece = element("span", classes, text);
        piece.dataset.start = start;
        holder.appendChild(piece);
      }
      if (group.s) {
        holder.setAttribute("role", "option");
        holder.setAttribute("aria-selected", "false");
        holder.tabIndex = -1;
        box.appendChild(holder);
      }
    }
    list.appendChild(box);
  }
}

function placeOf(sentence) {
  const pieces = sentence.querySelectorAll("[data-start]");
  const last = pieces[pieces.length - 1];
  const length = points(last.textContent, last.textContent.length, true);
  return { start: Number(pieces[0].dataset.start), end: Number(last.dataset.start) + length };
}

function reader(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".cbw");
  const list = root.querySelector(".cbw-text");
  const said = root.querySelector(".cbw-said");
  const buttons = { answer: root.querySelector(".cbw-take-answer"),
    context: root.querySelector(".cbw-take-context") };
  const state = (root.cbwState ??= { cursor: 0, anchor: null, place: null, text: null, seen: null });
  const hadFocus = list.contains(document.activeElement);
  const scroll = list.scrollTop;

  const drawn = JSON.stringify([data.blocks, data.kinds]);
  if (state.drawn !== drawn || !list.firstChild) {
    fill(list, data.blocks, data.kinds);
    state.drawn = drawn;
    list.scrollTop = scroll;
  }
  const shown = `${data.text} ${data.part}`;
  if (state.text !== shown) {
    Object.assign(state, { cursor: 0, anchor: null, place: null, text: shown });
    list.scrollTop = 0;
  }
  root.classList.toggle("cbw-readonly", !data.writable);
  list.setAttribute("aria-label", data.label);
  buttons.answer.textContent = data.words.answer;
  buttons.context.textContent = data.words.context;
  const sentences = [...list.querySelectorAll(".cbw-sentence")];
  state.cursor = Math.max(0, Math.min(state.cursor, sentences.length - 1));

  function tell(words) {
    if (said.textContent !== words) said.textContent = words;
  }

  function show() {
    for (const button of Object.values(buttons)) button.disabled = !state.place;
    if (!state.place) return tell(data.hint);
    const count = state.place.end - state.place.start;
    const words = count === 1 ? data.words.one : data.words.many;
    tell(`${words.replace("{n}", count.toLocaleString("en"))} ${data.goes}`);
  }

  function focusOn(number, extend) {
    if (!sentences.length) return;
    sentences[state.cursor].tabIndex = -1;
    state.cursor = Math.max(0, Math.min(number, sentences.length - 1));
    const sentence = sentences[state.cursor];
    sentence.tabIndex = 0;
    sentence.focus({ preventScroll: true });
    sentence.scrollIntoView({ block: "nearest" });
    if (extend) mark();
  }

  function mark() {
    if (state.anchor === null) state.anchor = state.cursor;
    const low = Math.min(state.anchor, state.cursor);
    const high = Math.max(state.anchor, state.cursor);
    sentences.forEach((sentence, number) => {
      sentence.setAttribute("aria-selected", String(low <= number && number <= high));
    });
    state.place = { start: placeOf(sentences[low]).start, end: placeOf(sentences[high]).end };
    show();
  }

  function clear() {
    state.anchor = null;
    state.place = null;
    for (const sentence of sentences) sentence.setAttribute("aria-selected", "false");
    show();
  }

  function take(role) {
    if (!data.writable) return;
    if (!state.place && sentences.length) mark();
    if (!state.place) return;
    setTriggerValue("taken", { ...state.place, role, text: data.text });
    window.getSelection().removeAllRanges();
    clear();
    tell(data.words.taken);
  }

  function fromMouse() {
    const selection = window.getSelection();
    if (!selection.rangeCount || !list.contains(selection.anchorNode)) return;
    const range = selection.getRangeAt(0);
    const place = selection.isCollapsed ? null : selected(list, range);
    if (place === null && state.anchor !== null) return;
    clear();
    state.place = place;
    show();
  }

  list.onkeydown = (event) => {
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10,
      PageUp: -10, Home: -sentences.length, End: sentences.length };
    if (event.ctrlKey || event.metaKey || event.altKey || !sentences.length) return;
    if (event.key in steps) {
      if (event.shiftKey && state.anchor === null) mark();
      focusOn(state.cursor + steps[event.key], event.shiftKey);
    } else if (event.key === " ") mark();
    else if (event.key === "Enter") take(event.shiftKey ? "context" : "answer");
    else if (event.key === "Escape") clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  function fromFocus(event) {
    const number = sentences.indexOf(event.target.closest(".cbw-sentence"));
    if (number >= 0 && number !== state.cursor) {
      sentences[state.cursor].tabIndex = -1;
      state.cursor = number;
      sentences[number].tabIndex = 0;
    }
  }
  for (const [role, button] of Object.entries(buttons)) {
    button.onmousedown = (event) => event.preventDefault(); // it would end the selection
    button.onclick = () => take(role);
  }

  if (sentences.length) {
    for (const sentence of sentences) sentence.tabIndex = -1;
    sentences[state.cursor].tabIndex = 0;
  }
  if (data.look && state.seen !== data.look.turn) {
    state.seen = data.look.turn;
    const before = sentences.filter((sentence) => placeOf(sentence).start <= data.look.start);
    if (before.length) {
      sentences[state.cursor].tabIndex = -1;
      state.cursor = before.length - 1;
      before[before.length - 1].tabIndex = 0;
      const top = before[before.length - 1].getBoundingClientRect().top;
      list.scrollTop += top - list.getBoundingClientRect().top - 60;
    }
  }
  if (hadFocus && sentences.length && !list.contains(document.activeElement)) {
    sentences[state.cursor].focus({ preventScroll: true });
  }
  show();
  list.addEventListener("focusin", fromFocus);
  document.addEventListener("selectionchange", fromMouse);
  return () => {
    list.removeEventListener("focusin", fromFocus);
    document.removeEventListener("selectionchange", fromMouse);
  };
}

export default reader;
