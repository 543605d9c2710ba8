import { everything, filterServices } from '../filter.ts';
import { byHand, keepTo } from '../keep-to.ts';
import { countText } from './count-text.ts';
import { foundList } from './found-list.ts';

const byId = <E extends HTMLElement>(id: string): E => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as E;
};

/** A card of the page as the search reads it. */
interface Found {
  card: HTMLElement;
  name: string;
  searchWords?: string;
  description: string | null;
  categoryId: string;
}

function readCard(card: HTMLElement): Found {
  const { words } = card.dataset;
  return {
    card,
    name: card.getAttribute('aria-label') ?? '',
    description: card.querySelector('.service-text')?.textContent ?? null,
    categoryId: card.closest<HTMLElement>('[data-section]')?.dataset.section ?? '',
    ...(words && { searchWords: words }),
  };
}

/** Lets the reader find services by name and category, in the markup that the server sent. */
export function startFinder(): void {
  const search = byId<HTMLInputElement>('search');
  const category = byId<HTMLSelectElement>('category');
  const all = byId('all-services');
  const sections = [...all.querySelectorAll<HTMLElement>('[data-section]')];
  const list = foundList(all, byId('found-services'));
  const tabs = [...document.querySelectorAll<HTMLAnchorElement>('.service-chips a')];
  /** The page scrolls to a chosen section: those that it passes are not being read. */
  let isOnTheWay = false;
  let endWay = () => {};
  const goTo = (target: Element) => {
    isOnTheWay = true;
    endWay();
    endWay = keepTo(document, target);
  };
  let read: Found[] | null = null;
  const readAll = () => {
    read ??= [...all.querySelectorAll<HTMLElement>('.service-card')].map(readCard);
    return read;
  };
  // Before the first letter, so that it need not wait for this.
  search.addEventListener('focus', () => setTimeout(readAll), { once: true });

  function show(): void {
    const services = readAll();
    const found = new Set(filterServices(services, { text: search.value, category: category.value }));
    const isSought = search.value.trim() !== '' || category.value !== everything;
    list.show(isSought ? services.filter((one) => found.has(one)).map(({ card }) => card) : null);
    byId('nothing').hidden = found.size > 0;
    byId('found').textContent = countText(found.size);
  }

  function showAll(): void {
    search.value = '';
    category.value = everything;
    show();
  }

  const mark = (value: string) => {
    for (const tab of tabs) {
      if (tab.dataset.value !== value) tab.removeAttribute('aria-current');
      else if (!tab.hasAttribute('aria-current')) {
        tab.setAttribute('aria-current', 'true');
        // Only the row: 'scrollIntoView' would end the page's own way to a section.
        const row = tab.closest('ul');
        if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
      }
    }
  };

  search.addEventListener('input', show);
  category.addEventListener('change', () => {
    show();
    mark(category.value);
  });
  byId('all').addEventListener('click', () => {
    showAll();
    search.focus();
  });
  for (const tab of tabs)
    tab.addEventListener('click', () => {
      // The browser itself goes to the section, once it is there.
      showAll();
      mark(tab.dataset.value ?? everything);
      goTo(byId(tab.hash.slice(1)));
    });
  for (const kind of byHand)
    addEventListener(
      kind,
      () => {
        isOnTheWay = false;
      },
      { passive: true, capture: true },
    );
  let reading: string = everything;
  const markReading = () => {
    if (category.value === everything && !isOnTheWay) mark(reading);
  };
  followReading(sections, (id) => {
    reading = id;
    markReading();
  });
  addEventListener('scroll', markReading, { passive: true });

  const wanted = new URLSearchParams(location.search).get('category');
  const section = wanted && document.getElementById(`category-${wanted}`);
  if (wanted && section) {
    goTo(section);
    section.scrollIntoView({ behavior: 'instant' });
    mark(wanted);
  } else if (search.value || category.value !== everything) show();
}

/** Tells which section is being read: the last one that has reached the upper third of the screen. */
function followReading(sections: HTMLElement[], onRead: (id: string) => void): void {
  const shown = new Set<Element>();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) shown.add(target);
        else shown.delete(target);
      }
      onRead(sections.find((section) => shown.has(section))?.dataset.section ?? everything);
    },
    // A line a fifth of the way down the screen.
    { rootMargin: '-20% 0px -80% 0px' },
  );
  for (const section of sections) watch.observe(section);
}
