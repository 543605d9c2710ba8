import { expect, test } from 'vitest';
import { placeOf } from '../../../api/contract/rules/place.ts';
import { isElsewhere, whereYouAre } from './elsewhere.ts';

const sydney = 'Australia/Sydney';

test('the zone is named if the device’s clock shows another time', () => {
  const instant = '2026-11-23T00:00:00.000Z';
  expect(isElsewhere(instant, sydney, 'Europe/Berlin')).toBe(true);
  expect(isElsewhere(instant, sydney, 'Australia/Melbourne')).toBe(false);
  expect(isElsewhere(instant, sydney, 'Australia/Brisbane')).toBe(true);
  expect(isElsewhere(instant, sydney, 'Etc/Unknown')).toBe(false);
  expect(placeOf(sydney)).toBe('Sydney');
  expect(placeOf('America/New_York')).toBe('New York');
});

test('a visit’s time is told by the device’s clock', () => {
  expect(whereYouAre('2026-03-02T22:30:00.000Z', 'Europe/Berlin')).toMatch(
    /^That is Mon 2 Mar( 2026)?, 11:30 pm where you are\.$/,
  );
});
