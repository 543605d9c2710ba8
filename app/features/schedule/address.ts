import { dayOf } from '../../domain/bookings/time-slots.ts';

export type ScheduleView = 'day' | 'week';

/** What the calendar shows; the address keeps it. */
export interface Shown {
  view: ScheduleView;
  /** A day of the business's calendar within it: '2026-11-23'. */
  date: string;
  /** The categories that are looked at alone, by their ids; all of them where there are none. */
  categories: readonly string[];
  /** Whether what was cancelled shows too. */
  cancelled: boolean;
}

const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** What an address asks for; today where it names no day that there is. */
export function shownBy(query: URLSearchParams, { zone, now }: { zone: string; now: Date }): Shown {
  const date = query.get('date') ?? '';
  return {
    view: query.get('view') === 'day' ? 'day' : 'week',
    date: isDay(date) ? date : dayOf(now.toISOString(), zone),
    categories: query.get('category')?.split(',').filter(Boolean) ?? [],
    cancelled: query.get('cancelled') === '1',
  };
}

/** The query that asks for it, with its question mark. */
export function addressOf({ view, date, categories, cancelled }: Shown): string {
  const query = new URLSearchParams({ view, date });
  if (categories.length) query.set('category', categories.join(','));
  if (cancelled) query.set('cancelled', '1');
  // Commas may stand in a query as they are, and are easier on the eye.
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
