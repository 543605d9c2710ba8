import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { weekdayOf } from '../contract/rules/business/opening.ts';
import type { WorkerColour } from '../contract/rules/business/worker-terms.ts';
import { personas } from '../core/personas.ts';
import { seedId } from '../core/seed-id.ts';
import { dayOf, startOfDay } from '../core/wall-clock.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { assignVisit } from '../features/records/visits/assign.service.ts';
import { wantedWork } from '../features/records/visits/candidates.service.ts';
import { categoryOf } from './offer.ts';

type Category = Parameters<typeof categoryOf>[0];
/** Minutes from midnight. */
type Hours = readonly [from: number, until: number];

interface SeedWorker {
  /** Also the name of the drawing (`scripts/images/worker-portraits.ts`). */
  key: string;
  name: string;
  phone: string;
  colour: WorkerColour;
  /** Of the home base. */
  postcode: string;
  pace: number;
  does: readonly Category[];
  /** None: everywhere. */
  postcodes: readonly string[];
  /**
   * The weekdays from 0 for Monday, or `around`: five in a row that hold the member's visits to come, whichever day it is
   * now. At most 40 hours.
   */
  days: readonly number[] | 'around';
  /** Of each of the days, with a break between two of them. */
  hours: readonly Hours[];
}

const workdays = [0, 1, 2, 3, 4] as const;
const fullDay: readonly Hours[] = [
  [8 * 60, 12 * 60 + 30],
  [13 * 60, 16 * 60 + 30],
];
const innerWest = ['2042', '2044', '2203', '2204', '2040', '2049', '2043'];

const workers: readonly SeedWorker[] = [
  {
    ...{ key: 'mia', name: 'Mia Rossi', phone: '0491 570 157', colour: 'terra', postcode: '2204', pace: 100 },
    ...{ does: ['cleaning-services', 'personal-services'], postcodes: [], days: 'around' },
    hours: [[9 * 60, 17 * 60]],
  },
  {
    ...{ key: 'tom', name: 'Tom Walker', phone: '0491 570 158', colour: 'sky', postcode: '2042', pace: 110 },
    ...{ does: ['home-maintenance', 'general-help'], postcodes: [], days: workdays, hours: fullDay },
  },
  {
    ...{
      key: 'aisha',
      name: 'Aisha Khan',
      phone: '0491 570 159',
      colour: 'plum',
      postcode: '2010',
      pace: 90,
    },
    ...{ does: ['cleaning-services', 'home-maintenance'], postcodes: [], days: [0, 1, 2, 3, 4, 5] },
    hours: [[9 * 60, 15 * 60]],
  },
  {
    ...{
      key: 'jack',
      name: 'Jack O’Brien',
      phone: '0491 570 110',
      colour: 'leaf',
      postcode: '2203',
      pace: 100,
    },
    ...{ does: ['outdoor-services', 'general-help'], postcodes: innerWest, days: [1, 2, 3, 4, 5] },
    hours: [[7 * 60, 15 * 60]],
  },
  {
    ...{
      key: 'lina',
      name: 'Lina Petersen',
      phone: '0491 570 313',
      colour: 'amber',
      postcode: '2026',
      pace: 100,
    },
    ...{ does: ['personal-services', 'cleaning-services'], postcodes: [], days: [2, 3, 4, 5, 6] },
    hours: [[12 * 60, 20 * 60]],
  },
  {
    ...{
      key: 'sam',
      name: 'Sam Whitlock',
      phone: '0491 570 737',
      colour: 'slate',
      postcode: '2150',
      pace: 120,
    },
    ...{ does: ['outdoor-services', 'home-maintenance', 'general-help'], postcodes: [], days: workdays },
    hours: fullDay,
  },
];

/** Who has made the member's visits of a category, and makes those to come. */
const usually: Record<Category, string> = {
  'cleaning-services': 'mia',
  'personal-services': 'mia',
  'home-maintenance': 'tom',
  'general-help': 'tom',
  'outdoor-services': 'jack',
};

const idOf = (key: string): string => seedId(`worker: ${key}`);

/**
 * Adds six workers with photos, hours, a licence, some leave and the member's visits, as seen from now. The first one is the persona who
 * signs in as a worker.
 */
export async function addWorkers(tx: Tx, deps: Pick<Deps, 'clock' | 'env' | 'photos'>): Promise<void> {
  const now = deps.clock.now().toISOString();
  const today = dayOf(deps.clock.now(), deps.env.BUSINESS_TIME_ZONE);
  for (const worker of workers) {
    const id = idOf(worker.key);
    await tx
      .insertInto('workers')
      .values({
        ...{ id, name: worker.name, phone: worker.phone, colour: worker.colour },
        ...{ postcode: worker.postcode, pace: worker.pace, active: 1, invitation_id: null, version: 1 },
        email: worker.key === 'mia' ? personas.worker.email : '',
        picture: await addPortrait(tx, deps.photos, { key: worker.key, now }),
        user_id: worker.key === 'mia' ? personas.worker.id : null,
        ...{ created_at: now, updated_at: now },
      })
      .execute();
    await addTimes(tx, worker, today);
    await addSkills(tx, worker);
  }
  await addLeave(tx, deps, now);
  await addVisits(tx, { timeZone: deps.env.BUSINESS_TIME_ZONE, now });
  if (deps.env.SANDBOX_SLOTS === 'on') await promiseWindows(tx);
}

/** Gives the member's visits, past and to come, to the workers. */
async function addVisits(tx: Tx, { timeZone, now }: { timeZone: string; now: string }): Promise<void> {
  const bookings = await tx
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('service_categories as c', 'c.id', 's.category_id')
    .select([
      'b.id',
      'b.scheduled_date',
      'b.estimated_minutes',
      's.id as service_id',
      'c.id as category_id',
      'c.slug',
    ])
    .where('b.user_id', '=', personas.member.id)
    .where('b.status', 'in', ['scheduled', 'in_progress', 'completed'])
    .orderBy('b.scheduled_date')
    .execute();
  for (const { id, scheduled_date, estimated_minutes, service_id, category_id, slug } of bookings) {
    const key = usually[slug as Category];
    if (!scheduled_date || !key) continue;
    const service = { id: service_id, categoryId: category_id };
    await assignVisit(tx, {
      ...{ bookingId: id, chosen: { one: idOf(key) }, start: scheduled_date, timeZone, now, anyway: true },
      work: await wantedWork(tx, { service, postcode: '2204', minutes: estimated_minutes }),
    });
  }
}

/** Gives the member's visits to come the window with which a free time is chosen. */
async function promiseWindows(tx: Tx): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ window_minutes: 60 })
    .where('user_id', '=', personas.member.id)
    .where('status', '=', 'scheduled')
    .where('id', 'in', (e) =>
      e
        .selectFrom('planned_visits')
        .select('booking_id')
        .where('booking_id', 'is not', null)
        .$castTo<{ booking_id: string }>(),
    )
    .execute();
}

/** Stores a drawing as an uploaded picture. @returns its id */
async function addPortrait(
  tx: Tx,
  photos: Deps['photos'],
  { key, now }: { key: string; now: string },
): Promise<string> {
  const read = (size: 'large' | 'small') =>
    readFile(new URL(`./photos/worker-${key}-${size}.webp`, import.meta.url));
  const [large, small] = [await read('large'), await read('small')];
  const [id, file_id] = [seedId(`picture: ${digestOf(large)}`), seedId(`picture file: worker ${key}`)];
  const size = { width: 512, height: 512 };
  await photos.keep(file_id, { ...size, large, small });
  await tx
    .insertInto('service_pictures')
    .values({ id, file_id, ...size, bytes: large.length + small.length, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The member's visits are in two and in five days (`member-history.ts`): the two days between them are free. */
const around = (today: string): number[] =>
  [5, 6, 7, 8, 9].map((days) => (weekdayOf(today) + days) % 7).toSorted((a, b) => a - b);

async function addTimes(tx: Tx, { key, days, hours, postcodes }: SeedWorker, today: string): Promise<void> {
  const worker_id = idOf(key);
  const rows = (days === 'around' ? around(today) : days).flatMap((weekday) =>
    hours.map(([from_minute, until_minute]) => ({ weekday, from_minute, until_minute })),
  );
  await tx
    .insertInto('worker_hours')
    .values(rows.map((row, position) => ({ worker_id, position, ...row, starts_on: null, ends_on: null })))
    .execute();
  if (postcodes.length > 0)
    await tx
      .insertInto('worker_postcodes')
      .values(postcodes.map((postcode) => ({ worker_id, postcode })))
      .execute();
}

async function addSkills(tx: Tx, { key, does }: SeedWorker): Promise<void> {
  const worker_id = idOf(key);
  await tx
    .insertInto('worker_skills')
    .values(
      does.map((slug) => ({
        ...{ id: seedId(`skill: ${key} ${slug}`), worker_id, category_id: categoryOf(slug).id },
        ...{ service_id: null, pace: null, licence_id: null },
      })),
    )
    .execute();
}

/** A licence that ends within the month, leave of some days, and leave that waits for an answer. */
async function addLeave(tx: Tx, { clock, env }: Pick<Deps, 'clock' | 'env'>, now: string): Promise<void> {
  const zone = env.BUSINESS_TIME_ZONE;
  const today = dayOf(clock.now(), zone);
  const midnight = (days: number) => startOfDay(today, zone, days);
  await tx
    .insertInto('worker_licences')
    .values({
      ...{
        id: seedId('licence: tom'),
        worker_id: idOf('tom'),
        name: 'Plumbing licence',
        number: 'L 204-117',
      },
      expires_on: dayOf(midnight(21), zone),
    })
    .execute();
  const leave = { whole_days: 1 as const, answer: '', created_at: now, updated_at: now };
  await tx
    .insertInto('worker_leave')
    .values([
      {
        ...{ ...leave, id: seedId('leave: sam'), worker_id: idOf('sam'), state: 'granted', by_worker: 0 },
        ...{ starts_at: midnight(0), ends_at: midnight(4), reason: 'Holiday', decided_by: personas.admin.id },
      },
      {
        ...{ ...leave, id: seedId('leave: lina'), worker_id: idOf('lina'), state: 'asked', by_worker: 1 },
        ...{ starts_at: midnight(9), ends_at: midnight(11), reason: 'My sister’s wedding', decided_by: null },
      },
    ])
    .execute();
}
