/** The cards that are shown in the frame of a key: as many as a phone has room for. */
const atOnce = 6;
/** The rest after the last key until the others follow: between two keys a slow phone has no time for them. */
const restMs = 300;
/** The cards that follow in each later frame. */
const slice = 24;

/**
 * The list of what a search finds: copies of cards, under copies of their headings, in place of all services. Cards
 * that the next letter finds, too, stay. Once those beyond the screen have followed, the list is made anew: a slow
 * phone needs six times as long to take each card that was not found out of a long one.
 */
export function foundList(all: HTMLElement, place: HTMLElement): { show(cards: HTMLElement[] | null): void } {
  let list = place;
  /** The copies of sections and cards in the list, by their originals. */
  let copies = new Map<Element, HTMLElement>();
  let isLong = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function show(cards: HTMLElement[] | null): void {
    clearTimeout(rest);
    all.toggleAttribute('data-away', cards !== null);
    const found = cards ?? [];
    const shown = list;
    if (isLong) {
      list = list.cloneNode(false) as HTMLElement;
      copies = new Map();
      isLong = false;
    }
    fill(list, copies, found.slice(0, atOnce));
    list.hidden = found.length === 0;
    if (shown !== list) shown.replaceWith(list);
    if (found.length > atOnce) rest = setTimeout(() => follow(found, atOnce + slice), restMs);
  }

  /** Adds the cards beyond the screen. */
  function follow(found: readonly HTMLElement[], count: number): void {
    isLong = true;
    fill(list, copies, found.slice(0, count));
    if (count < found.length)
      rest = setTimeout(() => requestAnimationFrame(() => follow(found, count + slice)));
  }
  return { show };
}

function fill(list: HTMLElement, copies: Map<Element, HTMLElement>, cards: readonly HTMLElement[]): void {
  const copyOf = (original: HTMLElement, copy: (original: HTMLElement) => HTMLElement) => {
    const made = copies.get(original) ?? copy(original);
    copies.set(original, made);
    return made;
  };
  const sections = new Map<HTMLElement, HTMLElement[]>();
  for (const [index, card] of cards.entries()) {
    const section = card.closest<HTMLElement>('[data-section]');
    if (!section) continue;
    const under = sections.get(section) ?? [];
    under.push(copyOf(card, () => listed(card, index < atOnce)));
    sections.set(section, under);
  }
  for (const [section, items] of sections) {
    const cardsOf = copyOf(section, headed).lastElementChild;
    if (cardsOf) putInto(cardsOf, items);
  }
  putInto(
    list,
    [...sections.keys()].map((section) => copyOf(section, headed)),
  );
}

/** Makes these the children of an element; those that are there already are not moved. */
function putInto(parent: Element, children: readonly Element[]): void {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}

function listed(card: HTMLElement, isFirst: boolean): HTMLElement {
  const item = document.createElement('li');
  if (isFirst) item.className = 'found-first';
  item.append(card.cloneNode(true));
  return item;
}

/** A copy of a section without its cards. */
function headed(section: HTMLElement): HTMLElement {
  const copy = section.cloneNode(false) as HTMLElement;
  const heading = section.querySelector('h2')?.cloneNode(true) as HTMLElement;
  for (const one of [copy, heading]) one.removeAttribute('id');
  copy.removeAttribute('aria-labelledby');
  copy.setAttribute('aria-label', heading.textContent ?? '');
  const cards = document.createElement('ul');
  cards.className = 'service-list';
  copy.append(heading, cards);
  return copy;
}
