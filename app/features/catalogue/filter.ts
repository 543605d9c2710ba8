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

/**
 * Services of the category whose name contains the text, ignoring case, accents and hyphens; without any, those whose
 * description does.
 */
export function filterServices(services: readonly Service[], { text, category }: Wanted): Service[] {
  const sought = plain(text);
  const inCategory = services.filter(({ categoryId }) => category === everything || categoryId === category);
  const named = inCategory.filter(({ name }) => plain(name).includes(sought));
  if (named.length) return named;
  return inCategory.filter(({ description }) => plain(description ?? '').includes(sought));
}

/** All, and one tab per category labelled by its first word (spec §2, Services). */
export function tabsOf(categories: readonly ServiceCategory[]): { value: string; label: string }[] {
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
