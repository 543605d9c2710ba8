import { type Opening, whyClosed } from '../../../../api/contract/rules/business/opening.ts';
import { toLocalInput } from '../../../lib/time/dates.ts';

/** The reason why no visit can begin at an instant; `null` if one can, and while the hours are not known. */
export function whyNotAt(instant: string, zone: string, opening: Opening | undefined): string | null {
  if (!opening || !instant) return null;
  const [day = '', time = ''] = toLocalInput(instant, zone).split('T');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return whyClosed(opening, { day, minute: hour * 60 + minute });
}
