import { type Customer, type CustomerLine, mostOpenCounted } from '../../../contract/schemas/customers.ts';
import type { HoursLine, HoursNow } from '../../../contract/schemas/hours.ts';
import type { BillingHistoryItem } from '../../../contract/schemas/payments.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { type Page, pageOf, readCursor } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { readRefundedHours } from '../../flows/given-hours/give-back.service.ts';
import { readSubscription } from '../../flows/plan-changes/plan-changes.service.ts';
import { isAdminByAddress } from '../../records/account/account.policy.ts';
import { readRoleOf } from '../../records/account/account.service.ts';
import { peopleMatching } from '../../records/account/people-search/people-search.service.ts';
import { listBillingHistory } from '../../records/billing/billing.service.ts';
import { readOwedWork } from '../../records/hours/overage/agreements.service.ts';
import { readPreferences } from '../../records/preferences/preferences.service.ts';
import { readUser } from '../profile/profile.service.ts';
import { listStatement, readHours } from '../statement/statement.service.ts';
import { presentCustomer, presentLine } from './customers.presenter.ts';
import {
  type CustomerFilter,
  selectBookingCounts,
  selectCustomers,
  selectPerson,
} from './customers.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env'>;

const pageLength = 30;

const fewPeople = 200;

type Search = Omit<CustomerFilter, 'people'> & { text?: string | undefined };

interface PageAsked {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * All people who have ever signed in, newest first; the contract asks for the permission.
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function listCustomers(
  db: Db,
  person: Person,
  { limit = pageLength, cursor, text, role, tier }: PageAsked & Search,
): Promise<Page<CustomerLine>> {
  const place = { ...readCursor(cursor), rows: limit + 1 };
  const people = text ? await whoIsMeant(db, text) : undefined;
  if (Array.isArray(people) && people.length === 0) return { rows: [], next: null };
  const filter = { ...place, people, role, tier, mostOpen: mostOpenCounted + 1 };
  const { rows, next } = pageOf(await selectCustomers(db, filter), limit);
  return { rows: rows.map((row) => presentLine(row, person.permissions.has('bookings.read'))), next };
}

/** A few matches are listed by id; with many, walking the list soon fills a page. */
async function whoIsMeant(db: Db, text: string): Promise<CustomerFilter['people']> {
  const found = await peopleMatching(db, text, fewPeople + 1);
  return found.length > fewPeople ? { matching: text } : found;
}

/** The team's view of one person. @throws Refusal `not_found` */
export async function readCustomer(deps: Parts, person: Person, id: string): Promise<Customer> {
  const { db } = deps;
  const row = await requirePerson(db, id);
  const [user, role, subscription, hours, preferences, counts, owedWork, refundedHours] = await Promise.all([
    readUser(deps, id),
    row.role_id && readRoleOf(db, id),
    readSubscription(db, row),
    readHours(deps, row),
    readPreferences(db, id),
    selectBookingCounts(db, { userId: id }),
    readOwedWork(db, id),
    readRefundedHours(db, id, instant(deps.clock)),
  ]);
  return presentCustomer(person.permissions, user, {
    createdAt: row.created_at,
    emailVerified: row.email_verified === 1,
    adminByAddress: isAdminByAddress(deps.env, row),
    team: role || null,
    subscription,
    hours,
    preferences,
    counts,
    owedWork,
    refundedHours,
  });
}

/** @throws Refusal `not_found` */
export async function readHoursOf(deps: Parts, id: string): Promise<HoursNow> {
  return readHours(deps, await requirePerson(deps.db, id));
}

/** @throws Refusal `not_found`, or `invalid_input` for a strange cursor */
export async function listStatementOf(
  deps: Parts,
  id: string,
  page: PageAsked,
): Promise<{ lines: HoursLine[]; next: string | null }> {
  return listStatement(deps, await requirePerson(deps.db, id), page);
}

/** What a customer paid, newest first. @throws Refusal `not_found`, or `invalid_input` for a strange cursor */
export async function listBillingOf(
  db: Db,
  id: string,
  page: PageAsked,
): Promise<{ items: BillingHistoryItem[]; next: string | null }> {
  await requirePerson(db, id);
  return listBillingHistory(db, { id }, page);
}

/** @throws Refusal `not_found` */
export async function requirePerson(db: Db, id: string) {
  const [row] = await selectPerson(db, { id });
  if (!row) throw notFound('Customer');
  return row;
}
