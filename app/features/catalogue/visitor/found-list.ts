import { become } from './become.ts';

/** The cards that a search shows in the frame of a key: as many as a phone has room for. */
const atOnce = 6;
/** The cards that follow each time a reader comes to the end of the list. */
const slice = 24;

/**
 * The list of what a search finds, in place of all services: copies of cards, under copies of their headings. A slow
 * phone needs most of its time for cards that are new to the page, so the list becomes the next one in place.
 */
export function foundList(all: HTMLElement, place: HTMLElement): { show(cards: HTMLElement[] | null): void } {
  const end = document.createElement('div');
  end.className = 'found-end';
  place.after(end);
  let found: readonly HTMLElement[] = [];
  let count = atOnce;
  const watch = new IntersectionObserver(([last]) => {
    if (!last?.isIntersecting) return;
    count += slice;
    draw();
  });

  function draw(): void {
    const wanted = place.cloneNode(false) as HTMLElement;
    wanted.append(...sectionsOf(found.slice(0, count)));
    become(place, wanted);
    watch.disconnect();
    if (count < found.length) watch.observe(end);
  }

  return {
    show(cards) {
      all.toggleAttribute('data-away', cards !== null);
      place.toggleAttribute('data-away', !cards?.length);
      place.hidden = false;
      watch.disconnect();
      if (!cards?.length) return;
      found = cards;
      count = atOnce;
      draw();
    },
  };
}

/** Copies of the cards, under copies of their sections. */
function sectionsOf(cards: readonly HTMLElement[]): HTMLElement[] {
  const copies = new Map<HTMLElement, HTMLElement>();
  for (const [index, card] of cards.entries()) {
    const section = card.closest<HTMLElement>('[data-section]');
    if (!section) continue;
    const copy = copies.get(section) ?? headed(section);
    copies.set(section, copy);
    copy.lastElementChild?.append(listed(card, index < atOnce));
  }
  return [...copies.values()];
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
