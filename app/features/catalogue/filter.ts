import type { Service, ServiceCategory } from '../../../api/contract/schemas/catalogue.ts';

/** The value for every category. */
export const everything = 'all';

export interface Wanted {
  text: string;
  /** A category's id, or `everything`. */
  category: string;
}

/** A text as it is searched: without case, accents and hyphens. */
export const plain = (text: string): string => {
  // Most texts are ASCII, for which the rest would cost ten times as much.
  const decomposed = /[^\0-\x7f]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
  return decomposed.replaceAll('-', '').toLowerCase().replaceAll('ς', 'σ').trim();
};

type Part = 'name' | 'searchWords' | 'description';
type Searchable = Pick<Service, Part | 'categoryId'>;

/** The searchable texts, made plain once each: that costs more than the search itself. */
const known = new WeakMap<Searchable, Partial<Record<Part, string>>>();

function plainOf(service: Searchable, part: Part): string {
  const made = known.get(service) ?? {};
  known.set(service, made);
  made[part] ??= plain(service[part] ?? '');
  return made[part];
}

/**
 * Services of the category whose name contains the text, ignoring case, accents and hyphens, and after them those whose
 * search words do; without any, those whose description does.
 */
export function filterServices<S extends Searchable>(
  services: readonly S[],
  { text, category }: Wanted,
): S[] {
  const sought = plain(text);
  const inCategory = services.filter(({ categoryId }) => category === everything || categoryId === category);
  const found = (part: Part) => inCategory.filter((service) => plainOf(service, part).includes(sought));
  const named = found('name');
  const meant = sought
    ? found('searchWords').filter((service) => !plainOf(service, 'name').includes(sought))
    : [];
  return named.length + meant.length ? [...named, ...meant] : found('description');
}

/** The categories in which there is a service. */
export function filledOf<C extends Pick<ServiceCategory, 'id'>>(
  categories: readonly C[],
  services: readonly Service[],
): C[] {
  const filled = new Set(services.map(({ categoryId }) => categoryId));
  return categories.filter(({ id }) => filled.has(id));
}

/** All, and one tab per category labelled by its short name (spec §2, Services). */
export function tabsOf(
  categories: readonly Pick<ServiceCategory, 'id' | 'name' | 'shortName'>[],
): { value: string; label: string }[] {
  const labelled = categories.map(({ id, name, shortName }) => ({ value: id, label: shortName ?? name }));
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
