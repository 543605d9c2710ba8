import { expect, test } from 'vitest';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { everything, filledOf, filterServices, sectionsOf, tabsOf } from './filter.ts';

const service = (name: string, categoryId: string): Service => ({
  id: name,
  slug: name,
  name,
  description: null,
  price: null,
  estimatedHours: 1,
  categoryId,
  category: { name: categoryId, color: 'leaf', icon: 'leaf' },
});
const services = [
  service('Lawn mowing', 'out'),
  service('Laundry service', 'clean'),
  service('Café setup', 'gen'),
];
const names = (text: string, category = everything) =>
  filterServices(services, { text, category }).map((s) => s.name);

test('the search looks within names, ignoring case, accents and outer spaces', () => {
  expect(names(' LA')).toEqual(['Lawn mowing', 'Laundry service']);
  expect(names('cafe')).toEqual(['Café setup']);
  expect(names('')).toHaveLength(3);
});

test('a word that no name has is looked for in the descriptions, with or without a hyphen', () => {
  const walks = {
    ...service('Pet care', 'pets'),
    description: 'Dogs walked, cats fed. Your Wi-Fi stays yours.',
  };
  const found = (text: string) =>
    filterServices([...services, walks], { text, category: everything }).map(({ name }) => name);
  expect(found('dog')).toEqual(['Pet care']);
  expect(found('wifi')).toEqual(['Pet care']);
  expect(found('la')).toEqual(['Lawn mowing', 'Laundry service']);
  expect(found('zebra')).toEqual([]);
});

test('services found by their search words follow those found by name', () => {
  const drains = { ...service('Drain unclogging', 'home'), searchWords: 'plumber, blocked sink, lavatory' };
  const found = (text: string) =>
    filterServices([drains, ...services], { text, category: everything }).map(({ name }) => name);
  expect(found('Plumber')).toEqual(['Drain unclogging']);
  expect(found('lav')).toEqual(['Drain unclogging']);
  expect(found('la')).toEqual(['Lawn mowing', 'Laundry service', 'Drain unclogging']);
  expect(found('')).toHaveLength(4);
});

test('the search looks within the chosen category', () => {
  expect(names('la', 'clean')).toEqual(['Laundry service']);
  expect(names('lawn', 'clean')).toEqual([]);
});

test('tabs are All and the short name of each category, or its whole name', () => {
  const home = { id: 'x', name: 'Home Maintenance', shortName: 'Home' };
  const windows = { id: 'y', name: 'Windows & Glass' };
  expect(tabsOf([home, windows]).map((t) => t.label)).toEqual(['All', 'Home', 'Windows & Glass']);
});

test('a category without services has no tab', () => {
  const categories = [{ id: 'out' }, { id: 'new' }, { id: 'gen' }];
  expect(filledOf(categories, services)).toEqual([{ id: 'out' }, { id: 'gen' }]);
});

test('services are under their categories, both in the order of the catalogue', () => {
  const two = service('Leaf raking', 'out');
  const sections = sectionsOf([...services, two]);
  expect(sections.map(({ id }) => id)).toEqual(['out', 'clean', 'gen']);
  expect(sections[0]?.services.map(({ name }) => name)).toEqual(['Lawn mowing', 'Leaf raking']);
});
