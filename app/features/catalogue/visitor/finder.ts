import { everything, filterServices } from '../filter.ts';
import { countText } from './count-text.ts';

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
  const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')];
  const tabs = [...document.querySelectorAll<HTMLAnchorElement>('.service-chips a')];
  let services: Found[] | null = null;

  function show(): void {
    services ??= [...document.querySelectorAll<HTMLElement>('.service-card')].map(readCard);
    const found = new Set(filterServices(services, { text: search.value, category: category.value }));
    const filled = new Set<string>();
    for (const service of services) {
      const isFound = found.has(service);
      if (isFound) filled.add(service.categoryId);
      const place = service.card.parentElement;
      if (place) place.hidden = !isFound;
    }
    for (const section of sections) section.hidden = !filled.has(section.dataset.section ?? '');
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
        tab.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
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
    });
  followReading(sections, (id) => {
    if (category.value === everything) mark(id);
  });

  const wanted = new URLSearchParams(location.search).get('category');
  const section = wanted && document.getElementById(`category-${wanted}`);
  if (wanted && section) {
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
