/** A date and a zone of the machine for a run of the tests (`npm run test:dates`). */
export interface MachineDate {
  name: string;
  at: string;
  zone: string;
}

const businessZone = 'Australia/Sydney';

/**
 * Days are tried at an hour at which Sydney, UTC and the machine's zone have the same day. The tests of a night or a
 * midnight begin just before it. The two midnights end a year too.
 */
export const dates: MachineDate[] = [
  { name: '31 December, in Auckland', at: '2026-12-31T01:00:00Z', zone: 'Pacific/Auckland' },
  { name: '31 January, in Los Angeles', at: '2027-01-31T09:00:00Z', zone: 'America/Los_Angeles' },
  { name: '28 February', at: '2027-02-28T01:00:00Z', zone: 'UTC' },
  { name: '29 February', at: '2028-02-29T01:00:00Z', zone: 'UTC' },
  { name: 'the clocks go back in Sydney', at: '2027-04-03T15:58:00Z', zone: businessZone },
  { name: 'the clocks go forward in Sydney', at: '2027-10-02T15:58:00Z', zone: businessZone },
  { name: 'midnight in Sydney', at: '2026-12-31T12:59:00Z', zone: 'UTC' },
  { name: 'midnight in UTC', at: '2026-12-31T23:59:00Z', zone: 'UTC' },
];
