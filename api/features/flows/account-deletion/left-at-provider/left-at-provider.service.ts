import { disputesChanged } from '../../../../bus/changed.ts';
import type { LeftAtProvider } from '../../../../contract/schemas/account-deletion.ts';
import { instant } from '../../../../core/clock.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound } from '../../../../core/refusal.ts';
import type { Deps } from '../../../../deps.ts';
import { PaymentRefused } from '../../../../providers/payments/payments.ts';
import { recordAct } from '../../../records/audit/audit.service.ts';
import { noteLeft } from '../../../records/team-notices/failed-jobs.service.ts';
import { deleteLeft, insertLeft, selectLeft } from './left-at-provider.repository.ts';

const most = 200;

/**
 * Runs a step of a deletion at the card provider. A refusal is thrown until `patientUntil`, so that the step is
 * retried. After that it is noted for the team, and the deletion goes on without it.
 * @throws PaymentsUnavailable at any time, because an outage passes
 */
export async function orLeave(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'changes'>,
  { userId, kind, id, patientUntil }: Pick<LeftAtProvider, 'userId' | 'kind' | 'id'> & { patientUntil: Date },
  work: () => Promise<void>,
): Promise<void> {
  const { db, clock, log, changes } = deps;
  try {
    await work();
  } catch (err) {
    if (!(err instanceof PaymentRefused) || clock.now() < patientUntil) throw err;
    log.error(
      { err, kind, id },
      'the card provider keeps something of an account that is deleted: see to it there',
    );
    const noted_at = instant(clock);
    const { code: trouble } = err;
    await db.transaction().execute(async (tx) => {
      await insertLeft(tx, { provider_id: id, user_id: userId, kind, trouble, noted_at });
      await noteLeft(tx, { id, now: noted_at });
    });
    disputesChanged(changes);
  }
}

/** The contract asks for the permission. */
export async function listLeftAtProvider(deps: Pick<Deps, 'db' | 'payments'>): Promise<LeftAtProvider[]> {
  const { db, payments } = deps;
  const rows = await selectLeft(db, most);
  return rows.map(({ provider_id, kind, trouble, noted_at, user_id }) => ({
    id: provider_id,
    kind,
    trouble,
    notedAt: noted_at,
    userId: user_id,
    address: payments.addressOf(kind === 'plan' ? 'subscription' : kind, provider_id),
  }));
}

/**
 * Notes that an administrator has handled it in the provider's dashboard. @throws Refusal `not_found`, also if
 * another has already
 */
export async function settleLeftAtProvider(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  id: string,
): Promise<{ done: true }> {
  const { db, clock, changes } = deps;
  const now = instant(clock);
  await db.transaction().execute(async (tx) => {
    const left = await deleteLeft(tx, id);
    if (!left) throw notFound('What was left');
    const subject = { kind: 'user', id: left.user_id } as const;
    await recordAct(tx, { actorId: person.id, act: 'left_settled', subject, userId: left.user_id, now });
  });
  disputesChanged(changes);
  return { done: true };
}
