import type { Service, ServiceCategory } from '../../../api/contract/schemas/catalogue.ts';

/** The value for every category. */
export const everything = 'all';

export interface Wanted {
  text: string;
  /** A category's id, or `everything`. */
  category: string;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}-]/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .trim();

/** The searchable texts of a service, made plain once: that costs more than the search itself. */
const known = new WeakMap<Service, { name: string; words: string; description: string }>();

function plainOf(service: Service) {
  const { name, searchWords, description } = service;
  const made = known.get(service) ?? {
    name: plain(name),
    words: plain(searchWords ?? ''),
    description: plain(description ?? ''),
  };
  known.set(service, made);
  return made;
}

/**
 * Services of the category whose name contains the text, ignoring case, accents and hyphens, and after them those whose
 * search words do; without any, those whose description does.
 */
export function filterServices(services: readonly Service[], { text, category }: Wanted): Service[] {
  const sought = plain(text);
  const inCategory = services.filter(({ categoryId }) => category === everything || categoryId === category);
  const found = (part: 'name' | 'words' | 'description') =>
    inCategory.filter((service) => plainOf(service)[part].includes(sought));
  const named = found('name');
  const meant = sought ? found('words').filter((service) => !named.includes(service)) : [];
  return named.length + meant.length ? [...named, ...meant] : found('description');
}

/** All, and one tab per category labelled by its first word (spec §2, Services). */
export function tabsOf(
  categories: readonly Pick<ServiceCategory, 'id' | 'name'>[],
): { value: string; label: string }[] {
  const labelled = categories.map(({ id, name }) => ({ value: id, label: name.split(' ')[0] ?? name }));
  return [{ value: everything, label: 'All' }, ...labelled];
}

export interface Section {
  id: string;
  name: string;
  /** The category's icon, as named by the server. */
  icon: string;
  services: Service[];
}

/** Services under their categories, both in the order of the catalogue. */
export function sectionsOf(services: readonly Service[]): Section[] {
  const sections = new Map<string, Section>();
  for (const service of services) {
    const { categoryId: id, category } = service;
    const section = sections.get(id) ?? { id, name: category.name, icon: category.icon, services: [] };
    section.services.push(service);
    sections.set(id, section);
  }
  return [...sections.values()];
}
