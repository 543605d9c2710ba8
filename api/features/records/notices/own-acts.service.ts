import type { Tx } from '../../../db/database.ts';
import { selectLastChange } from './notices.repository.ts';
import { addNotice, type MoveContent } from './notices.service.ts';

/** What a customer's own cancellation cost, or gives back. */
export interface CallOffOutcome {
  outcome: 'free' | 'release' | 'refund' | 'forfeit';
  /** The card payment that is paid back, or was made for nothing. */
  amountCents: number;
  hours: number;
  /** The agreed charge of a late cancellation. */
  chargeCents: number;
}

/** Whether an act's letter tells of money that is paid back, kept or charged. */
export const isAboutMoney = (act: OwnActContent): boolean =>
  act.act === 'called_off' && (act.amountCents > 0 || act.chargeCents > 0);

/** A booking update about an act of the customer's own, which a letter confirms. */
export type OwnActContent =
  | { act: 'requested' }
  /** `isAgreed`: at a free time that its customer chose, which needs no agreement of the team. */
  | { act: 'booked'; isAgreed?: boolean }
  | ({ act: 'called_off'; changeId: string } & CallOffOutcome);

interface About {
  bookingId: string;
  userId: string;
  now: string;
}

/** No push message: its reader has just seen the answer on the screen. */
const byMailAlone = { push: null, mail: 0 };

/** Confirms to a customer that they booked, or that their request has come; in the transaction that stores it. */
export async function confirmBooked(
  db: Tx,
  {
    act,
    isAgreed = false,
    ...about
  }: About & ({ act: 'booked'; isAgreed: boolean } | { act: 'requested'; isAgreed?: never }),
): Promise<void> {
  const content: OwnActContent = act === 'booked' ? { act, isAgreed } : { act };
  await addNotice(
    db,
    { kind: 'booking_update', occasion: `${act}:${about.bookingId}`, content, ...about },
    byMailAlone,
  );
}

/** Confirms to a customer that they moved their booking; in the transaction of the move. */
export async function confirmMove(db: Tx, { moveId, ...about }: About & { moveId: string }): Promise<void> {
  const content: MoveContent = { moveId, byCustomer: true };
  await addNotice(db, { kind: 'booking_update', occasion: `move:${moveId}`, content, ...about }, byMailAlone);
}

/**
 * Confirms to a customer that they called off their booking, on which terms; in the transaction that cancels it, after
 * its step has been written.
 */
export async function confirmCallOff(
  db: Tx,
  { terms, ...about }: About & { terms: CallOffOutcome },
): Promise<void> {
  const changeId = await selectLastChange(db, about.bookingId);
  if (!changeId) return;
  const content: OwnActContent = { act: 'called_off', changeId, ...terms };
  await addNotice(
    db,
    { kind: 'booking_update', occasion: `status:${changeId}`, content, ...about },
    byMailAlone,
  );
}
