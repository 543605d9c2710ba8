import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { oneText } from '../../../lib/one-text.ts';
import { copyText } from '../../../shared/copy.ts';
import { hoursText } from '../filters.ts';
import { exactTime } from './exact-time.ts';

/** The text about a booking for other people: service and time, without address, notes, price, name or link. */
export function shareText(
  booking: Pick<Booking, 'service' | 'scheduledDate' | 'windowMinutes' | 'estimatedHours'>,
  zone: string,
  business: string,
): string {
  const { service, estimatedHours } = booking;
  const when = exactTime(booking, zone) ?? 'time to be agreed';
  return oneText`${service.name} by ${business}: ${when}, about ${hoursText(estimatedHours)}`;
}

/** Shares with the phone's own sheet; copies if there is none. */
export async function share(text: string): Promise<'shared' | 'copied' | 'left' | 'failed'> {
  if (navigator.share) {
    try {
      await navigator.share({ text });
      return 'shared';
    } catch (error) {
      // The person closed the sheet; other failures fall through to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return 'left';
    }
  }
  return (await copyText(text)) ? 'copied' : 'failed';
}
