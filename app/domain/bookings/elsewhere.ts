import { formatWhen, toLocalInput } from '../../lib/time/dates.ts';

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the device's clock and the property's differ at that instant. */
export const isElsewhere = (instant: string, zone: string, device = deviceZone()): boolean =>
  toLocalInput(instant, zone) !== toLocalInput(instant, device);

/** 'Sydney' of 'Australia/Sydney'. */
export const placeOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** 'That is Sun 29 Nov, 2:30 pm where you are.' */
export const whereYouAre = (instant: string, device: string): string =>
  `That is ${formatWhen(instant, device)} where you are.`;
