/** A date and a zone that the machine may have when the tests run (`npm run test:dates`). */
export interface MachineDate {
  name: string;
  /** `null`: the present. */
  at: string | null;
  zone: string;
}

const businessZone = 'Australia/Sydney';

/** Days are tried at noon in Sydney, when it is the same day in UTC; each moment is just before what it is named for. */
export const dates: MachineDate[] = [
  { name: '31 December', at: '2026-12-31T01:00:00Z', zone: 'UTC' },
  { name: '31 January', at: '2027-01-31T01:00:00Z', zone: 'UTC' },
  { name: '28 February', at: '2027-02-28T01:00:00Z', zone: 'UTC' },
  { name: '29 February', at: '2028-02-29T01:00:00Z', zone: 'UTC' },
  { name: 'the clocks go back in Sydney', at: '2027-04-03T15:58:00Z', zone: businessZone },
  { name: 'the clocks go forward in Sydney', at: '2027-10-02T15:58:00Z', zone: businessZone },
  { name: 'midnight in Sydney', at: '2026-12-10T12:59:00Z', zone: 'UTC' },
  { name: 'midnight in UTC', at: '2026-12-10T23:59:00Z', zone: 'UTC' },
  { name: 'a machine in Auckland', at: null, zone: 'Pacific/Auckland' },
  { name: 'a machine in Los Angeles', at: null, zone: 'America/Los_Angeles' },
];
