import type { LiveWork } from '../../../contract/schemas/schedule.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { presentInProgress, presentPlaced } from './schedule.presenter.ts';
import { countCompleted, type PlacedRow, selectInProgress, selectWaiting } from './schedule.repository.ts';

const soonMs = 2 * 3_600_000;
const mostRows = 100;
const always = '0000';

/** The team's present work: under way, late, about to begin, and done today. */
export async function readLiveWork(deps: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<LiveWork> {
  const { db, clock, env } = deps;
  const now = clock.now();
  const at = now.toISOString();
  const soon = new Date(now.getTime() + soonMs).toISOString();
  const zone = env.BUSINESS_TIME_ZONE;
  const day = dayOf(now, zone);
  const today = { from: startOfDay(day, zone), to: startOfDay(day, zone, 1) };
  const rows = mostRows + 1;
  // A booking that the team has not agreed to yet can be late too: its customer waits.
  const waiting = (after: string, until: string) =>
    Promise.all(
      (['scheduled', 'pending'] as const).map((status) => selectWaiting(db, { status, after, until, rows })),
    ).then((both) => both.flat().sort(latestFirst));
  const [under, passed, coming, done] = await Promise.all([
    selectInProgress(db, { rows }),
    waiting(always, at),
    waiting(at, soon),
    countCompleted(db, today),
  ]);
  coming.reverse();
  const lists = { inProgress: under, late: passed, soon: coming };
  return {
    at,
    inProgress: under.slice(0, mostRows).map(presentInProgress),
    late: passed.slice(0, mostRows).map((row) => presentPlaced(row)),
    soon: coming.slice(0, mostRows).map((row) => presentPlaced(row)),
    cut: (['inProgress', 'late', 'soon'] as const).filter((name) => lists[name].length > mostRows),
    completedToday: done[0]?.n ?? 0,
  };
}

const latestFirst = (a: PlacedRow, b: PlacedRow): number =>
  (b.scheduled_date ?? '').localeCompare(a.scheduled_date ?? '') || b.id.localeCompare(a.id);
