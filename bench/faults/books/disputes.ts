import type { Db } from '../../../api/db/database.ts';
import { givenBack, stateOf } from './given-back.ts';
import type { ProviderBooks } from './provider.ts';

/** Members with an open or lost dispute, or a refund, of their plan: it may have taken their held or used hours. */
export async function membersWithWithdrawnHours(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select('user_id')
    .where('invoice_id', 'is not', null)
    .where('state', 'in', ['open', 'lost'])
    .execute();
  const refunded = await db
    .selectFrom('invoices')
    .select('user_id')
    .where('refunded_cents', '>', 0)
    .execute();
  return new Set([...rows, ...refunded].map(({ user_id }) => user_id));
}

/**
 * Checks disputes. Each is stored with its object, and a lost one counts as refunded. A month's hours are
 * frozen exactly while its payment is in an open or lost dispute. The member was notified.
 */
export async function disputeDifferences(db: Db, there: ProviderBooks): Promise<string[]> {
  const { disputes } = there;
  const lines: string[] = [];
  const rows = await db
    .selectFrom('disputes as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .leftJoin('bookings as b', 'b.payment_id', 'd.payment_id')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .select(['d.provider_id', 'd.state', 'd.amount_cents', 'd.booking_id', 'd.invoice_id'])
    .select(['p.intent_id as paid_intent', 'i.refunded_cents'])
    // Work past the hours is paid for a booking that the payment did not book.
    .select(({ fn }) => fn.coalesce('p.past_booking_id', 'b.id').as('paid_booking'))
    .execute();
  if (rows.length !== disputes.length) lines.push(`${rows.length} disputes here, ${disputes.length} there`);
  const notices = await db.selectFrom('notices').select('occasion').where('kind', '=', 'billing').execute();
  const wasTold = (occasion: string) => notices.some((notice) => notice.occasion === occasion);
  for (const dispute of disputes) {
    const { id, amount, payment_intent } = dispute;
    const row = rows.find(({ provider_id }) => provider_id === id);
    const state = stateOf(dispute);
    if (row?.state !== state || row.amount_cents !== amount) {
      lines.push(`dispute ${id}: ${row?.state} ${row?.amount_cents} here, ${state} ${amount} there`);
      continue;
    }
    const isAboutIt = row.invoice_id
      ? row.refunded_cents === givenBack(String(payment_intent), there)
      : row.paid_intent === payment_intent && row.booking_id === row.paid_booking;
    if (!isAboutIt)
      lines.push(`dispute ${id}: of ${row.booking_id ?? row.invoice_id}, ${row.refunded_cents}`);
    if (state === 'open' && !wasTold(`disputed:${id}`)) lines.push(`dispute ${id}: its member was not told`);
    if (state === 'inquiry' && wasTold(`disputed:${id}`))
      lines.push(`dispute ${id}: its member was told of an inquiry`);
    if (wasTold(`dispute_won:${id}`) && (state !== 'won' || !wasTold(`disputed:${id}`)))
      lines.push(`dispute ${id}: its member was told otherwise`);
  }
  return [...lines, ...(await frozenDifferences(db, rows))];
}

async function frozenDifferences(
  db: Db,
  rows: { state: string; invoice_id: string | null }[],
): Promise<string[]> {
  const held = rows
    .filter(({ state }) => state === 'open' || state === 'lost')
    .map(({ invoice_id }) => invoice_id);
  const given = await db.selectFrom('invoices').select('id').where('refunded_cents', '>', 0).execute();
  const refunded = new Set(given.map(({ id }) => id));
  const grants = await db.selectFrom('hour_grants').select(['id', 'invoice_id']).execute();
  const entries = await db
    .selectFrom('hour_entries')
    .select(['id', 'grant_id', 'kind', 'minutes', 'reverses_id'])
    .execute();
  return grants.flatMap(({ id, invoice_id }) => {
    const lines = entries.filter(({ grant_id }) => grant_id === id);
    const left = lines.reduce((sum, { minutes }) => sum + minutes, 0);
    const reversed = new Set(lines.map(({ reverses_id }) => reverses_id));
    const isStanding = (kind: string) =>
      lines.some((entry) => entry.kind === kind && !reversed.has(entry.id));
    if (isStanding('refunded') && !refunded.has(invoice_id))
      return [`grant ${id}: hours were taken by a refund, and nothing is refunded`];
    if (held.includes(invoice_id))
      return left ? [`grant ${id}: ${left} minutes left of a disputed month`] : [];
    return isStanding('frozen') ? [`grant ${id}: frozen, and nothing is disputed`] : [];
  });
}
