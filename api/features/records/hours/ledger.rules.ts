import type { HourEntryTable } from './hours.table.ts';

/** A member's grant, with the minutes that it holds now, and the state of the invoice that paid it. */
export interface LedgerGrant {
  id: string;
  invoiceId: string;
  periodStart: string;
  expiresAt: string;
  minutes: number;
  /** Whether a dispute of its payment is open or was lost. */
  isDisputed: boolean;
  /** `null` without an invoice, as for hours that the team gave. `keptCents`: refunded, but its hours were left. */
  paid: { cents: number; refundedCents: number; keptCents: number } | null;
}

export interface LedgerEntry
  extends Pick<HourEntryTable, 'grant_id' | 'booking_id' | 'kind' | 'minutes' | 'refunded_cents' | 'at'> {
  /** `null` until it is written. */
  id: string | null;
  reverses: LedgerEntry | null;
}

/** A member's hours, and what changes them. Instants are ISO 8601 UTC. */
export interface Ledger {
  userId: string;
  /** The booking whose uses are among `standing`; `null` for a change that is about none. */
  bookingId: string | null;
  now: string;
  /** All grants, in the order in which work uses them. */
  grants: readonly LedgerGrant[];
  /** Entries that were not reversed: overage, hours frozen or refunded, and the uses of the booking; in their order. */
  standing: readonly LedgerEntry[];
  /** New entries, which are still to be written, in their order. */
  entries: readonly LedgerEntry[];
}

/**
 * Makes the booking's use equal to `minutes`; 0 takes it back. The old use is reversed entry by entry, then the new
 * one is taken from the grants in the order of their expiry. Minutes that no grant covers become overage. The hours
 * belong to `usedAt`, the completion of the work: a correction next month neither moves them there nor loses minutes
 * that have expired since. Minutes that come back cover overage of other work, as if they had been there when it was
 * done.
 */
export function settle(ledger: Ledger, use: { minutes: number; usedAt: string }): Ledger {
  const { bookingId } = ledger;
  if (bookingId === null) throw new Error('This ledger was read for no booking');
  const before = ledger.standing.filter((entry) => isUseOf(bookingId, entry));
  if (minutesTaken(before) === use.minutes) return ledger;
  const returned = post(ledger, before.map(reversalAt(ledger.now)));
  const used = post(returned, take(returned, { bookingId, minutes: use.minutes, at: use.usedAt }));
  return before.length ? settleWithdrawn(used) : used;
}

/** Adds the minutes of a grant that the ledger has with 0 minutes. */
export const grant = (ledger: Ledger, { id, minutes }: { id: string; minutes: number }): Ledger =>
  post(ledger, [{ ...plain, grant_id: id, kind: 'grant', minutes, at: ledger.now }]);

/** Releases the frozen hours of an invoice, once none of its disputes is open or was lost. */
export function thaw(ledger: Ledger, invoiceId: string): Ledger {
  const free = new Set(
    ledger.grants.filter((of) => of.invoiceId === invoiceId && !of.isDisputed).map(({ id }) => id),
  );
  const frozen = ledger.standing.filter(
    ({ kind, grant_id }) => kind === 'frozen' && grant_id && free.has(grant_id),
  );
  return post(ledger, frozen.map(reversalAt(ledger.now)));
}

/**
 * Brings the hours to the state of the payments that bought them, after any change of either. The hours that stay
 * cover overage.
 */
export function settleWithdrawn(ledger: Ledger): Ledger {
  // Hours that are frozen are divided when they come back.
  return coverOverage(takeRefunded(freezeDisputed(returnRefunded(ledger))));
}

/** The minutes that the booking uses now, including those past the balance, and the part past it. */
export function usesOf({ bookingId, standing }: Ledger): { usedMinutes: number; overageMinutes: number } {
  const uses = standing.filter((entry) => isUseOf(bookingId, entry));
  return {
    usedMinutes: minutesTaken(uses),
    overageMinutes: minutesTaken(uses.filter(({ kind }) => kind === 'overage')),
  };
}

/**
 * Minutes available for work of the booking done at `usedAt`: the hours of the grants valid then, and those that the
 * booking uses of them already, without the holds of other open bookings.
 */
export function freeForWork(
  ledger: Ledger,
  { heldMinutes, usedAt }: { heldMinutes: number; usedAt: string },
) {
  const { usedMinutes, overageMinutes } = usesOf(ledger);
  const remaining = servingAt(ledger, usedAt).reduce((sum, { minutes }) => sum + minutes, 0);
  return remaining - heldMinutes + usedMinutes - overageMinutes;
}

const plain = { id: null, reverses: null, booking_id: null, refunded_cents: null } as const;

const minutesTaken = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { minutes }) => sum - minutes, 0);

const isUseOf = (bookingId: string | null, { booking_id, kind }: LedgerEntry): boolean =>
  booking_id === bookingId && (kind === 'use' || kind === 'overage');

const reversalAt =
  (at: string) =>
  (entry: LedgerEntry): LedgerEntry => ({
    ...plain,
    grant_id: entry.grant_id,
    booking_id: entry.booking_id,
    kind: 'reversal',
    minutes: -entry.minutes,
    reverses: entry,
    at,
  });

/** The ledger with more entries. */
function post(ledger: Ledger, more: readonly LedgerEntry[]): Ledger {
  if (!more.length) return ledger;
  const added = new Map<string | null, number>();
  for (const { grant_id, minutes } of more) added.set(grant_id, (added.get(grant_id) ?? 0) + minutes);
  const reversed = new Set(more.map(({ reverses }) => reverses));
  const stand = more.filter(({ kind }) => kind !== 'grant' && kind !== 'reversal');
  return {
    ...ledger,
    grants: ledger.grants.map((of) => ({ ...of, minutes: of.minutes + (added.get(of.id) ?? 0) })),
    standing: [...ledger.standing.filter((entry) => !reversed.has(entry)), ...stand],
    entries: [...ledger.entries, ...more],
  };
}

/** The grants valid at an instant that hold minutes, the first to expire first. */
const servingAt = ({ grants }: Ledger, at: string): LedgerGrant[] =>
  grants.filter(({ periodStart, expiresAt, minutes }) => periodStart <= at && at < expiresAt && minutes > 0);

/** Divides minutes of work done at `at` among the grants valid then; the rest is past them. */
function take(
  ledger: Ledger,
  work: { bookingId: string | null; minutes: number; at: string },
): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const entry = { ...plain, booking_id: work.bookingId, at: work.at };
  let due = work.minutes;
  for (const { id, minutes } of servingAt(ledger, work.at)) {
    const taken = Math.min(due, minutes);
    if (taken > 0) entries.push({ ...entry, grant_id: id, kind: 'use', minutes: -taken });
    due -= taken;
  }
  if (due > 0) entries.push({ ...entry, grant_id: null, kind: 'overage', minutes: -due });
  return entries;
}

/** What refunds have taken of grants that have not expired. */
function refundedOf(ledger: Ledger): { entry: LedgerEntry; paid: NonNullable<LedgerGrant['paid']> }[] {
  const grants = new Map(ledger.grants.map((of) => [of.id, of]));
  return ledger.standing.flatMap((entry) => {
    const of = entry.kind === 'refunded' ? grants.get(entry.grant_id ?? '') : undefined;
    return of?.paid && of.expiresAt > ledger.now ? [{ entry, paid: of.paid }] : [];
  });
}

/** Returns what a refund took if it has failed, or if the team has left its hours to the member. */
function returnRefunded(ledger: Ledger): Ledger {
  const ended = refundedOf(ledger).filter(({ entry, paid }) => {
    const level = entry.refunded_cents ?? 0;
    return level > paid.refundedCents || level <= paid.keptCents;
  });
  return post(
    ledger,
    ended.map(({ entry }) => reversalAt(ledger.now)(entry)),
  );
}

/** Freezes the remaining hours of disputed grants, including hours that came back since. */
function freezeDisputed(ledger: Ledger): Ledger {
  const held = ledger.grants.filter(({ isDisputed, minutes }) => isDisputed && minutes > 0);
  return post(
    ledger,
    held.map(({ id, minutes }) => ({
      ...plain,
      grant_id: id,
      kind: 'frozen',
      minutes: -minutes,
      at: ledger.now,
    })),
  );
}

/**
 * Takes the refunded share of each grant's unused minutes, less what refunds have taken already: so minutes that a
 * booking returns lose the same share, and minutes that were left by a refund lose nothing twice. It is rounded to the
 * minute, because half of an odd price is a cent more or less than a half.
 */
function takeRefunded(ledger: Ledger): Ledger {
  const taken = Map.groupBy(refundedOf(ledger), ({ entry }) => entry.grant_id);
  return post(
    ledger,
    ledger.grants.flatMap(({ id, expiresAt, minutes: remaining, paid }): LedgerEntry[] => {
      if (!paid || paid.refundedCents <= paid.keptCents || expiresAt <= ledger.now || remaining <= 0)
        return [];
      const before = minutesTaken((taken.get(id) ?? []).map(({ entry }) => entry));
      const refunded = paid.refundedCents - paid.keptCents;
      const share = Math.round(((remaining + before) * refunded) / Math.max(paid.cents, 1));
      const minutes = Math.min(remaining, share - before);
      if (minutes <= 0) return [];
      const entry = { ...plain, grant_id: id, refunded_cents: paid.refundedCents, at: ledger.now };
      return [{ ...entry, kind: 'refunded', minutes: -minutes }];
    }),
  );
}

/** Covers overage with minutes that could have served its work, the oldest work first. */
function coverOverage(ledger: Ledger): Ledger {
  const overages = ledger.standing
    .filter(({ kind }) => kind === 'overage')
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return overages.reduce((covered, overage) => {
    const work = { bookingId: overage.booking_id, minutes: -overage.minutes, at: overage.at };
    const entries = take(covered, work);
    if (!entries.some(({ kind }) => kind === 'use')) return covered;
    return post(covered, [reversalAt(ledger.now)(overage), ...entries]);
  }, ledger);
}
