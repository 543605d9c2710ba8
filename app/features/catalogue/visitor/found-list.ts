/** The cards that are shown in the frame of a key: as many as a phone has room for. */
const atOnce = 6;
/** The rest after the last key until the others follow: between two keys a slow phone has no time for them. */
const restMs = 300;
/** The cards that follow in each later frame. */
const slice = 24;

/**
 * The list of what a search finds: copies of cards, under copies of their headings, in place of all services. A slow
 * phone needs six times as long to hide each card that was not found.
 */
export function foundList(all: HTMLElement, place: HTMLElement): { show(cards: HTMLElement[] | null): void } {
  let list = place;
  /** The search that is shown: an earlier one adds no more cards. */
  let latest: object;

  function show(cards: HTMLElement[] | null): void {
    all.toggleAttribute('data-away', cards !== null);
    const next = list.cloneNode(false) as HTMLElement;
    next.hidden = !cards?.length;
    latest = next;
    append(next, (cards ?? []).slice(0, atOnce), 'found-first');
    list.replaceWith(next);
    list = next;
    appendLater(next, (cards ?? []).slice(atOnce), restMs);
  }

  /** The cards beyond the screen. */
  function appendLater(to: HTMLElement, rest: HTMLElement[], waitMs = 0): void {
    if (rest.length === 0) return;
    setTimeout(() => {
      if (latest !== to) return;
      append(to, rest.slice(0, slice));
      requestAnimationFrame(() => appendLater(to, rest.slice(slice)));
    }, waitMs);
  }
  return { show };
}

function append(list: HTMLElement, cards: readonly HTMLElement[], className = ''): void {
  for (const card of cards) {
    const section = card.closest<HTMLElement>('[data-section]');
    if (!section) continue;
    const last = list.lastElementChild as HTMLElement | null;
    const under =
      last?.dataset.section === section.dataset.section ? last : list.appendChild(headed(section));
    const item = document.createElement('li');
    item.className = className;
    item.append(card.cloneNode(true));
    under?.lastElementChild?.append(item);
  }
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
