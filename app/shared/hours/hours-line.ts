import type { HoursLine } from '../../../api/contract/schemas/hours.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDate, formatDayMonth } from '../../lib/time/dates.ts';
import { planName } from '../plan-facts.ts';

/** '1.5 h' */
export const inHours = (hours: number): string => `${hours} h`;

/** '+12 h', '−1.5 h' */
export const signedHours = (hours: number): string => `${hours < 0 ? '−' : '+'}${inHours(Math.abs(hours))}`;

/** The same for a screen reader: 'minus 1.5 hours'. */
export const spokenHours = (hours: number): string =>
  `${hours < 0 ? 'minus' : 'plus'} ${Math.abs(hours)} ${Math.abs(hours) === 1 ? 'hour' : 'hours'}`;

/** The reader of a statement: the member who owns the hours, or the team. */
export type Reader = 'member' | 'team';

/** The title of a movement of hours, by its cause. */
export function titleOf(line: HoursLine, reader: Reader = 'member'): string {
  const service = line.booking?.service ?? 'a booking';
  const tier = line.grant?.plan ?? (line.grant?.tier ? planName(line.grant.tier) : '');
  switch (line.kind) {
    case 'granted':
      return oneText`${tier} plan hours`;
    case 'upgrade':
      return oneText`Upgrade to ${tier}`;
    case 'given':
      return 'From the team';
    case 'used':
      return line.booking?.service ?? 'Booking';
    case 'taken_back':
      return oneText`Returned: ${service}`;
    case 'overage':
      if (line.hours > 0) return oneText`Settled: ${service}`;
      return oneText`${reader === 'member' ? 'Past your hours' : 'Overage'}: ${service}`;
    case 'expired':
      return line.hours < 0 ? 'Expired' : 'Used before they expired';
    case 'frozen':
      return line.hours < 0 ? 'Disputed at the bank' : 'No longer disputed';
    case 'refunded':
      return line.hours < 0 ? 'Refunded' : 'Back after a refund';
  }
}

/** The time and the reason of a movement, in a few words. */
export function detailOf(line: HoursLine, zone: string, now: Date = new Date()): string {
  const day = formatDate(line.at, zone, now);
  const from = line.grant && formatDate(line.grant.periodStart, zone, now);
  switch (line.kind) {
    case 'granted':
    case 'upgrade':
    case 'given':
      return `${day} · use by ${line.grant && formatDayMonth(line.grant.expiresAt, zone, now)}`;
    case 'used':
    case 'overage': {
      if (!line.workedAt || line.hours > 0) return day;
      const done = formatDate(line.workedAt, zone, now);
      return done === day ? `Done ${done}` : `Done ${done}, entered ${day}`;
    }
    case 'taken_back':
      return day;
    case 'frozen':
    case 'refunded':
    case 'expired':
      return `${day} · hours from ${from}`;
  }
}
