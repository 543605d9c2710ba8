import { formatDate, formatTime, toLocalInput } from '../../lib/time/dates.ts';

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of a device whose own is unknown to the browser, in which no time can be told. */
const unknown = 'Etc/Unknown';

/** Whether the device's clock and the property's differ at that instant. */
export const isElsewhere = (instant: string, zone: string, device = deviceZone()): boolean =>
  device !== zone && device !== unknown && toLocalInput(instant, zone) !== toLocalInput(instant, device);

/** 'That is Sun 29 Nov, 2:30 pm where you are.' The day has no other name: 'tomorrow' may be another day there. */
export const whereYouAre = (instant: string, device: string): string =>
  `That is ${formatDate(instant, device)}, ${formatTime(instant, device)} where you are.`;
