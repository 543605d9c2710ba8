import { dayOf } from '../../shared/bookings/time/time-slots.ts';

export type ScheduleView = 'day' | 'week';

/** The visible part of the calendar; the address keeps it. */
export interface Shown {
  view: ScheduleView;
  /** A day of the view in the business's zone: '2026-11-23'. */
  date: string;
  /** The ids of the only categories to show; empty for all. */
  categories: readonly string[];
  /** The id of the only worker to show; `null` for all. */
  worker: string | null;
  /** Whether cancelled bookings are shown too. */
  cancelled: boolean;
}

const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** The view named by an address; today if it names no valid day. */
export function shownBy(query: URLSearchParams, { zone, now }: { zone: string; now: Date }): Shown {
  const date = query.get('date') ?? '';
  return {
    view: query.get('view') === 'day' ? 'day' : 'week',
    date: isDay(date) ? date : dayOf(now.toISOString(), zone),
    categories: query.get('category')?.split(',').filter(Boolean) ?? [],
    worker: query.get('worker') || null,
    cancelled: query.get('cancelled') === '1',
  };
}

/** The query for a view, with its question mark. */
export function addressOf({ view, date, categories, worker, cancelled }: Shown): string {
  const query = new URLSearchParams({ view, date });
  if (categories.length) query.set('category', categories.join(','));
  if (worker) query.set('worker', worker);
  if (cancelled) query.set('cancelled', '1');
  // A query may contain plain commas, which are easier to read.
  return `?${query.toString().replaceAll('%2C', ',')}`;
}
