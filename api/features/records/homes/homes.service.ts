import { randomUUID } from 'node:crypto';
import { homeLimits } from '../../../contract/rules/homes/home-terms.ts';
import type {
  Home,
  HomeChange,
  HomeForm,
  Homes,
  SuggestedHome,
} from '../../../contract/schemas/homes/homes.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { placeKey } from '../places/address.ts';
import { postcodeOf } from '../places/postcode-of.ts';
import { presentHome } from './homes.presenter.ts';
import {
  deleteHome as deleteRow,
  type HomeRow,
  insertAnswer,
  insertHomes,
  lockOwner,
  selectAnswer,
  selectBookedPlaces,
  selectHomes,
  updateHome,
} from './homes.repository.ts';
import { changedHome, filled, homeOf, joined, placesOf } from './homes.rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'changes'>;

/** The latest bookings that are read for their places. */
const bookingsRead = 100;

/** A person's homes, and the places of earlier bookings until they have answered about them. */
export async function listHomes(db: Db, userId: string): Promise<Homes> {
  const homes = (await selectHomes(db, { userId })).map(presentHome);
  const [answer] = await selectAnswer(db, { userId });
  const booked = answer ? [] : await selectBookedPlaces(db, { userId, most: bookingsRead });
  return { homes, suggested: placesOf(booked, homes) };
}

/** The postcode of a person's home, if it is known. @throws Refusal `not_found`, also for another person's */
export async function readHomePostcode(db: Db, userId: string, id: string): Promise<string | null> {
  const home = (await selectHomes(db, { userId })).find((row) => row.id === id);
  if (!home) throw notFound('Home');
  return postcodeOf(home);
}

/**
 * Keeps a home. A known address gets what was not known of it, and counts as used.
 * @throws Refusal `conflict` past the most homes
 */
export function createHome(deps: Parts, person: Person, form: HomeForm): Promise<Home> {
  return changing(deps, person, async (tx, rows) => {
    const home = homeOf(form);
    const same = rows.find((row) => row.place_key === placeKey(home));
    const now = instant(deps.clock);
    if (same) return presentHome(await update(tx, { row: same, home: filled(presentHome(same), home), now }));
    if (rows.length >= homeLimits.most)
      throw new Refusal('conflict', `You have ${homeLimits.most} homes. Please delete one first.`);
    const row = rowOf(home, person.id, now);
    await insertHomes(tx, [row]);
    return presentHome(row);
  });
}

/** Changes a home, and no booking. @throws Refusal `not_found`; `conflict` for the address of another home */
export function changeHome(deps: Parts, person: Person, id: string, change: HomeChange): Promise<Home> {
  return changing(deps, person, async (tx, rows) => {
    const row = itsRow(rows, id);
    const home = changedHome(presentHome(row), change);
    const key = placeKey(home);
    if (rows.some((other) => other.id !== id && other.place_key === key))
      throw new Refusal('conflict', 'Another of your homes has this address. You can join the two.');
    return presentHome(await update(tx, { row, home, now: instant(deps.clock) }));
  });
}

/** Forgets a home; bookings keep what they say. @throws Refusal `not_found` */
export async function deleteHome(deps: Parts, person: Person, id: string): Promise<{ done: true }> {
  if (!(await deleteRow(deps.db, { id, userId: person.id }))) throw notFound('Home');
  tellHomes(deps, person);
  return { done: true };
}

/** Fills what a home does not know from another, which is deleted. @throws Refusal `not_found` */
export function joinHomes(deps: Parts, person: Person, id: string, otherId: string): Promise<Home> {
  return changing(deps, person, async (tx, rows) => {
    const row = itsRow(rows, id);
    const other = itsRow(rows, otherId);
    if (row === other) return presentHome(row);
    await deleteRow(tx, { id: otherId, userId: person.id });
    return presentHome(
      await update(tx, { row, home: joined(presentHome(row), presentHome(other)), now: instant(deps.clock) }),
    );
  });
}

/** Keeps the places of earlier bookings as homes, or does not. Only the first answer counts. */
export async function answerSuggested(deps: Parts, person: Person, keep: boolean): Promise<Homes> {
  await changing(deps, person, async (tx) => {
    const { suggested } = await listHomes(tx, person.id);
    // Each is a moment older than the one before it, so that they stay in their order.
    const now = deps.clock.now().getTime();
    const rows = suggested.map((home, at) => rowOf(home, person.id, new Date(now - at).toISOString()));
    if (keep && rows.length) await insertHomes(tx, rows);
    await insertAnswer(tx, { user_id: person.id, answered_at: instant(deps.clock) });
  });
  return listHomes(deps.db, person.id);
}

/** Runs a change of a person's homes, one at a time, and tells their devices. */
async function changing<T>(
  deps: Parts,
  person: Person,
  change: (tx: Tx, rows: HomeRow[]) => Promise<T>,
): Promise<T> {
  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, person.id);
    return change(tx, await selectHomes(tx, { userId: person.id }));
  });
  tellHomes(deps, person);
  return changed;
}

function tellHomes(deps: Pick<Deps, 'changes'>, person: Person): void {
  deps.changes.tell({ people: [person.id], keys: ['/api/homes'] });
}

function itsRow(rows: readonly HomeRow[], id: string): HomeRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound('Home');
  return row;
}

async function update(
  db: Tx,
  { row: { id, user_id }, home, now }: { row: HomeRow; home: SuggestedHome; now: string },
): Promise<HomeRow> {
  const updated = await updateHome(db, { id, userId: user_id }, { ...columnsOf(home), used_at: now });
  if (!updated) throw notFound('Home');
  return updated;
}

const rowOf = (home: SuggestedHome, userId: string, now: string): HomeRow => ({
  id: randomUUID(),
  user_id: userId,
  ...columnsOf(home),
  created_at: now,
  used_at: now,
});

const columnsOf = (home: SuggestedHome) => ({
  place_key: placeKey(home),
  label: home.label,
  phone: home.phone,
  address: home.address,
  city: home.city,
  state: home.state,
  postal_code: home.postalCode,
  access: home.access,
  pets: home.pets,
  parking: home.parking,
  emergency_contact: home.emergencyContact,
  emergency_phone: home.emergencyPhone,
});
