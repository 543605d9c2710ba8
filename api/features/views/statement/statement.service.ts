import type { HoursLine, HoursNow } from '../../../contract/schemas/hours.ts';
import type { Person } from '../../../core/person.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Db } from '../../../db/database.ts';
import { badCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { readHeldMinutes } from '../../records/hours/held/free-hours.service.ts';
import { liveOverages, openGrants, selectPeriod } from '../../records/hours/hours.repository.ts';
import { readBalance } from '../../records/hours/hours.service.ts';
import { readPlan } from '../../records/subscription/subscription.service.ts';
import { presentHours, presentLine } from './statement.presenter.ts';
import { type LinePlace, selectLines } from './statement.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock'>;

const pageLength = 20;

/** A person's present hours: the running period, each valid grant, hours held, and hours past the balance. */
export async function readHours(deps: Parts, person: Pick<Person, 'id'>): Promise<HoursNow> {
  const { db, clock } = deps;
  const now = clock.now().toISOString();
  const period = await selectPeriod(db, person.id, now);
  const grants = await openGrants(db, person.id, now);
  const { usedThisPeriodMinutes } = await readBalance(db, person.id, now);
  const overages = period ? await liveOverages(db, person.id) : [];
  // Without a plan and without remaining hours nothing can be held.
  const holds = grants.length > 0 || (await readPlan(db, person.id));
  return presentHours({
    period,
    grants,
    usedMinutes: usedThisPeriodMinutes,
    overageMinutes: overages
      .filter(({ at }) => period && at >= period.period_start && at < period.period_end)
      .reduce((sum, { minutes }) => sum - minutes, 0),
    heldMinutes: holds ? await readHeldMinutes(db, person.id) : 0,
  });
}

/**
 * A page of a person's own statement, newest first.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listStatement(
  deps: Parts,
  person: Pick<Person, 'id'>,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ lines: HoursLine[]; next: string | null }> {
  const { db, clock } = deps;
  const limit = page.limit ?? pageLength;
  const now = clock.now().toISOString();
  return readLines(db, person.id, now, readPlace(page.cursor), limit);
}

/** The whole statement as it is now, newest first, page by page. */
export async function* allLines(deps: Parts, person: Pick<Person, 'id'>): AsyncGenerator<HoursLine[]> {
  const { db, clock } = deps;
  const now = clock.now().toISOString();
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await readLines(db, person.id, now, readPlace(cursor), 200);
    yield page.lines;
    cursor = page.next;
    await letOthersGo();
  }
}

async function readLines(db: Db, userId: string, now: string, after: LinePlace, limit: number) {
  const rows = await selectLines(db, { userId, now, ...after, rows: limit + 1 });
  const given = rows.slice(0, limit);
  const last = given.at(-1);
  return {
    lines: given.map(presentLine),
    next: last && rows.length > limit ? `${last.at},${last.place},${last.id}` : null,
  };
}

/** The place before the first line; later than every possible instant. */
const start: LinePlace = { at: '9999', place: 0, id: '' };
const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),(\d{1,10}),([\da-f-]{36})$/;

function readPlace(cursor: string | undefined): LinePlace {
  if (cursor === undefined) return start;
  const [, at, place, id] = form.exec(cursor) ?? [];
  if (!at || !place || !id) throw badCursor();
  return { at, place: Number(place), id };
}
