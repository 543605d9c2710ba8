import { createHash } from 'node:crypto';
import type { LeftAtProvider } from '../../../contract/schemas/account-deletion.ts';
import { daysAfter, hoursAfter } from '../../../core/durations.ts';
import type { Deps } from '../../../deps.ts';
import { MailRefused } from '../../../providers/mail/mail.ts';
import { requireUser } from '../../records/account/account.service.ts';
import {
  claimDeletion,
  type DeletionRow,
  forgetCustomer,
  selectDue,
  takeIdentity,
  updateDeletion,
} from '../../records/account/deletion/deletion.repository.ts';
import { endSessionsOfGone } from '../../records/account/sessions/sessions.service.ts';
import { isLastAdmin, lockTeam } from '../../records/administrators/roles.service.ts';
import { letGoOfAll } from '../../records/chat/assignees.service.ts';
import { declineAllOf } from '../../records/hours/overtime/decline-all.service.ts';
import { againAt } from '../../records/notices/patience.ts';
import { forgetDescriptions } from '../../records/payments/forget.service.ts';
import { overagePaymentsSince } from '../../records/payments/overage-payments.service.ts';
import { eraseTheirs } from '../../records/personal-data/erase.service.ts';
import { forgetDataExports } from '../../records/personal-data/exports/clearing.service.ts';
import { emptiedDescription } from '../../records/personal-data/map/payments.ts';
import { forgetPhotos } from '../../records/photos/forget.service.ts';
import { callOffAll } from '../booking-changes/call-off-all.service.ts';
import { giveUpPaymentsOf } from '../checkout/quote-payments.service.ts';
import { composeFarewell } from '../delivery/account-letters.ts';
import { writeLetter } from '../delivery/letter.ts';
import { mailbox } from '../delivery/news.service.ts';
import { writeOffUnpaid } from '../overage-charges/write-off.service.ts';
import { endPlanForLeaving } from '../plan-changes/end-plan.service.ts';
import { deletionChanged } from './account-deletion.service.ts';
import { orLeave } from './left-at-provider/left-at-provider.service.ts';
import { waitOf } from './waiting.service.ts';

/** The time of a claim, longer than any step takes: a process that has not renewed its claim by then has died. */
const claimMs = 5 * 60_000;
const batch = 10;

/** Thrown if another process holds the deletion by now, or the request was taken back. */
class Lost extends Error {}
class Stopping extends Error {}

/** Runs a step at the card provider; an object that it refuses for a day is noted. */
type OrNote = (kind: LeftAtProvider['kind'], id: string, work: () => Promise<void>) => Promise<void>;

/**
 * Deletes the accounts whose week is over. Each is claimed, so that one process works on it. If the process dies,
 * the claim expires and another continues. Every step may be repeated.
 */
export async function deleteAccounts(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (const row of await selectDue(deps.db, deps.clock.now().toISOString(), batch)) {
    if (stopping.aborted) return;
    if (!(await claimDeletion(deps.db, row, claimedUntil(deps)))) continue;
    await attempt(deps, { ...row, attempts: row.attempts + 1 }, stopping);
  }
}

const claimedUntil = (deps: Pick<Deps, 'clock'>): string => {
  const { clock } = deps;
  return new Date(clock.now().getTime() + claimMs).toISOString();
};

async function attempt(deps: Deps, row: DeletionRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, changes } = deps;
  try {
    const wait = await waitOf(deps, row, clock.now());
    if (!wait) return await deleteAccount(deps, row, stopping);
    if (wait === 'last_admin')
      log.warn({}, 'the last administrator’s account is to be deleted: make somebody else one');
    await updateDeletion(db, row, { due_at: hoursAfter(clock.now(), 1).toISOString() });
    deletionChanged(changes, row.user_id);
  } catch (err) {
    if (err instanceof Lost) return;
    if (err instanceof Stopping) {
      // Due again at once for the next process, and not counted as an attempt.
      await updateDeletion(db, row, { due_at: clock.now().toISOString(), attempts: row.attempts - 1 });
      return;
    }
    log.warn({ err, attempts: row.attempts }, 'an account could not be deleted; it is tried again');
    await updateDeletion(db, row, { due_at: againAt(clock.now(), row.attempts - 1) });
  }
}

async function deleteAccount(deps: Deps, row: DeletionRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, changes, payments } = deps;
  const { user_id: userId } = row;
  const stay = async () => {
    if (stopping.aborted) throw new Stopping();
    if (!(await updateDeletion(db, row, { due_at: claimedUntil(deps) }))) throw new Lost();
  };
  const begunAt = await begin(deps, row);
  const patientUntil = daysAfter(new Date(begunAt), 1);
  const orNote: OrNote = (kind, id, work) => orLeave(deps, { userId, kind, id, patientUntil }, work);
  await endSessionsOfGone(deps, userId);
  await callOffAll(deps, userId, new Date(row.planned_at), stay);
  await writeOffUnpaid(deps, userId, stay);
  await declineAllOf(db, userId, clock.now().toISOString());
  await stay();
  await giveUpPaymentsOf(deps, userId);
  await endPlanForLeaving(deps, userId, orNote);
  // The letter needs the payments' descriptions.
  await sayFarewell(deps, row, begunAt);
  await forgetDescriptions(deps, { userId, description: emptiedDescription }, stay, orNote);
  const { customer_id } = await requireUser(db, userId);
  if (customer_id) {
    await orNote('customer', customer_id, () => payments.deleteCustomer(customer_id));
    await forgetCustomer(db, userId);
  }
  await forgetPhotos(deps, userId, stay);
  await forgetDataExports(deps, userId);
  await eraseTheirs(db, userId, stay);
  await updateDeletion(db, row, { due_at: null, done_at: clock.now().toISOString() });
  const admins = [
    'users',
    'users/',
    'bookings',
    'bookings/',
    'conversations',
    'conversations/',
    'requests',
    'requests/',
    'today',
  ];
  changes.tell({ admins: true, keys: ['/api/bookings/', ...admins.map((of) => `/api/admin/${of}`)] });
}

/**
 * From now on the request cannot be taken back, and nobody can sign in as this person. @returns the time of the
 * beginning
 */
async function begin(deps: Deps, row: DeletionRow): Promise<string> {
  const { db, clock, env, changes } = deps;
  if (row.begun_at) return row.begun_at;
  const now = clock.now().toISOString();
  await db.transaction().execute(async (tx) => {
    await lockTeam(tx);
    if (await isLastAdmin(tx, env, row.user_id))
      throw new Error('This is now the last administrator’s account');
    if (!(await updateDeletion(tx, row, { begun_at: now }))) throw new Lost();
    await letGoOfAll(tx, row.user_id, now);
    // Only the issuer knows whether the address is vouched for, and the next statement detaches the person from it.
    const mayWrite = mailbox(env, await requireUser(tx, row.user_id)) !== null;
    await takeIdentity(tx, { userId: row.user_id, mayWrite, now });
  });
  deletionChanged(changes, row.user_id);
  const lists = ['users', 'users/', 'conversations', 'conversations/'];
  changes.tell({ admins: true, keys: lists.map((of) => `/api/admin/${of}`) });
  return now;
}

/**
 * Sends the last letter while the address still exists. A letter that fails for a day does not delay the deletion.
 */
async function sayFarewell(deps: Deps, row: DeletionRow, begunAt: string): Promise<void> {
  const { db, clock, env, mail } = deps;
  if (row.told_at || !mail) return;
  const user = await requireUser(db, row.user_id);
  const to = mailbox(env, user);
  const id = createHash('sha256').update(`${row.user_id} ${row.requested_at}`).digest('hex').slice(0, 32);
  const charges = await overagePaymentsSince(db, { userId: row.user_id, since: begunAt });
  try {
    if (to) await mail.send({ id, to, ...(await writeLetter(deps, composeFarewell(user, charges, env))) });
  } catch (err) {
    const isLate = clock.now() >= daysAfter(new Date(begunAt), 1);
    if (!(err instanceof MailRefused) && !isLate) throw err;
  }
  await updateDeletion(db, row, { told_at: clock.now().toISOString() });
}
