import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { oneText } from '../../../lib/one-text.ts';
import { formatExact } from '../../../lib/time/dates.ts';
import { copyText } from '../../../shared/copy.ts';
import { hoursText } from '../filters.ts';

/** The text about a booking for other people: service and time, without address, notes, price, name or link. */
export function shareText(
  {
    service,
    scheduledDate,
    windowMinutes,
    estimatedHours,
  }: Pick<Booking, 'service' | 'scheduledDate' | 'windowMinutes' | 'estimatedHours'>,
  zone: string,
  business: string,
): string {
  const when = scheduledDate ? formatExact(scheduledDate, zone, windowMinutes) : 'time to be agreed';
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
