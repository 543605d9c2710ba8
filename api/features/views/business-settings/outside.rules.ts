import { isOutside, type Opening, whyOutsideHours } from '../../../contract/rules/business/opening.ts';
import { visitTime } from '../../../core/wall-clock.ts';

/** Why nobody could make an open booking anew, and what the team can do about it; `null` if somebody could. */
export function outsideOf(
  opening: Opening,
  booking: { status: 'pending' | 'scheduled'; scheduled_date: string; postal_code: string | null },
  timeZone: string,
): { reason: string; todo: string } | null {
  const reason = whyOutsideHours(opening, visitTime(booking.scheduled_date, timeZone));
  if (reason)
    return {
      reason,
      todo:
        booking.status === 'pending'
          ? 'Move it to another time before you confirm it, or cancel it'
          : 'Move it to another time, or come all the same',
    };
  if (!isOutside(opening, booking.postal_code)) return null;
  return {
    reason: `${booking.postal_code} is outside of the area.`,
    todo:
      booking.status === 'pending'
        ? 'Confirm it all the same, or cancel it'
        : 'Come all the same, or cancel it',
  };
}
