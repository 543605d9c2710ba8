import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { centreOf, kilometresBetween, localitiesOf, stateOf, statesOf } from './postcodes.ts';

/** Places that everybody can look up on a map. */
const known = [
  ['2204', 'NSW', 'Marrickville', -33.911, 151.155],
  ['2000', 'NSW', 'Sydney', -33.868, 151.209],
  ['3000', 'VIC', 'Melbourne', -37.814, 144.963],
  ['4000', 'QLD', 'Brisbane', -27.47, 153.025],
  ['5000', 'SA', 'Adelaide', -34.929, 138.601],
  ['6000', 'WA', 'Perth', -31.952, 115.861],
  ['7000', 'TAS', 'Hobart', -42.882, 147.327],
  ['2600', 'ACT', 'Canberra', -35.31, 149.13],
  ['0800', 'NT', 'Darwin', -12.463, 130.845],
  ['0870', 'NT', 'Alice Springs', -23.698, 133.881],
  ['2899', 'NSW', 'Norfolk Island', -29.03, 167.95],
] as const;

test.each(known)(
  '%s is in %s and has %s, within 2 km of its place on the map',
  (postcode, state, name, latitude, longitude) => {
    expect(stateOf(postcode)).toBe(state);
    expect(localitiesOf(postcode)).toContainEqual({ name, state });
    const centre = centreOf(postcode);
    expect(Math.abs((centre?.latitude ?? 0) - latitude)).toBeLessThan(0.02);
    expect(Math.abs((centre?.longitude ?? 0) - longitude)).toBeLessThan(0.02);
  },
);

test('a postcode on a border is in both states, the larger part first', () => {
  expect(statesOf('2620')).toEqual(['NSW', 'ACT']);
  expect(localitiesOf('4383')).toEqual([
    { name: 'Jennings', state: 'NSW' },
    { name: 'Wallangarra', state: 'QLD' },
  ]);
});

test.each([
  ['post office boxes', '1001'],
  ['a large receiver', '9999'],
  ['too few digits', '800'],
  ['no postcode', 'abcd'],
  ['nothing', ''],
  ['a name of objects', 'constructor'],
])('%s (%j) is unknown', (_, postcode) => {
  expect(centreOf(postcode)).toBeNull();
  expect(stateOf(postcode)).toBeNull();
  expect(statesOf(postcode)).toEqual([]);
  expect(localitiesOf(postcode)).toEqual([]);
  expect(kilometresBetween('2204', postcode)).toBeNull();
});

test('the distance between two postcodes is that of their centres on the globe', () => {
  expect(kilometresBetween('2204', '2204')).toBe(0);
  // Sydney to Melbourne is 713 km, Marrickville to Manly 17 km.
  expect(kilometresBetween('2000', '3000')).toBeCloseTo(713, -1);
  expect(kilometresBetween('2204', '2095')).toBeCloseTo(17, 0);
  expect(kilometresBetween('3000', '2000')).toBe(kilometresBetween('2000', '3000'));
});

test('the table stays small: it is part of every checkout', () => {
  expect(statSync(new URL('au.txt.br', import.meta.url)).size).toBeLessThan(150_000);
});
