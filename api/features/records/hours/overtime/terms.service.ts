import type { OvertimeHours } from '../../../../contract/schemas/overtime.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { inOneRead } from '../../../../db/open.ts';
import type { Deps } from '../../../../deps.ts';
import { hasGone } from '../../account/deletion/deletion-state.service.ts';
import { readHeldByOthers } from '../held/free-hours.service.ts';
import { openLedger, readLedger } from '../ledger.service.ts';
import { readOverageFacts } from '../overage/overage-facts.service.ts';
import { nothingSold } from '../overage/overage-terms.rules.ts';
import { readSaleOf } from '../overage/overage-terms.service.ts';
import type { QuestionRow } from './overtime.repository.ts';
import { presentQuestion, readQuestion } from './question.service.ts';
import { isPastHours, type OvertimeFacts, overtimeTerms } from './terms.rules.ts';

type Env = Pick<Deps['env'], 'PAST_HOURS'>;

interface Worked {
  id: string;
  user_id: string;
  completed_date: string | null;
}

/**
 * Reads the facts of agreeing to a question. With locks they stay as they are until the transaction ends: the ledger,
 * the agreement and its payment are locked in this order; the caller holds the booking.
 */
export async function readOvertimeFacts(
  db: Tx,
  env: Env,
  { id: bookingId, user_id: userId, completed_date }: Worked,
  { question, now, locks }: { question: QuestionRow; now: Date; locks: boolean },
): Promise<OvertimeFacts> {
  const usedAt = completed_date ?? question.asked_at;
  const ledgerOf = { userId, bookingId, now: now.toISOString() };
  const ledger = await (locks ? openLedger : readLedger)(db, ledgerOf);
  const heldByOthers = await readHeldByOthers(db, userId, bookingId);
  const isGone = await hasGone(db, userId);
  const worked = { id: bookingId, user_id: userId };
  const overage = await readOverageFacts(db, worked, { workedAt: usedAt, isGone, locks });
  const facts = { question, usedAt, ledger, heldByOthers, overage };
  return { ...facts, sale: isPastHours(facts) ? await readSaleOf(db, env, userId, now) : nothingSold };
}

/** A booking's newest question, with the terms of agreeing while it waits; no withdrawn one. */
export async function readOvertime(
  db: Db,
  env: Env,
  booking: Worked,
  now: Date,
): Promise<OvertimeHours | undefined> {
  const question = await readQuestion(db, booking.id);
  if (question?.state !== 'waiting') return question && presentQuestion(question, null);
  const facts = await inOneRead(db, (tx) =>
    readOvertimeFacts(tx, env, booking, { question, now, locks: false }),
  );
  return presentQuestion(question, overtimeTerms(facts));
}
