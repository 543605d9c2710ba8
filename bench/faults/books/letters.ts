import type { Db } from '../../../api/db/database.ts';

/**
 * Each payment that could not be booked, each plan ended although paid, each charge for work past the hours, each such
 * work that no card pays, and each plan that has ended has one sent letter; there are no others. The letter of a
 * charge that was taken back, or of a debt that is paid, may have been sent before. Letters about bookings that
 * nobody paid are not part of these books.
 */
export async function letterDifferences(db: Db): Promise<string[]> {
  const { must, may } = await expected(db);
  const notices = await db
    .selectFrom('notices')
    .select(['occasion', 'sent_at'])
    .where('kind', '=', 'billing')
    // Disputes have letters of their own.
    .where('occasion', 'not like', 'dispute%')
    .where('occasion', 'not like', 'unpaid:%')
    .execute();
  const present = new Set(notices.map(({ occasion }) => occasion));
  return [
    ...[...must].filter((occasion) => !present.has(occasion)).map((occasion) => `${occasion} has no letter`),
    ...[...present]
      .filter((occasion) => !must.has(occasion) && !may.has(occasion))
      .map((occasion) => `${occasion} has a letter and no occasion`),
    ...(present.size === notices.length ? [] : ['a letter is there twice']),
    ...notices.filter(({ sent_at }) => !sent_at).map(({ occasion }) => `${occasion} was not sent`),
  ];
}

async function expected(db: Db): Promise<{ must: Set<string>; may: Set<string> }> {
  const unbooked = await db
    .selectFrom('payments as p')
    .leftJoin('bookings as b', 'b.payment_id', 'p.id')
    .select('p.id')
    .where('p.status', 'in', ['refunding', 'refunded'])
    .where('b.id', 'is', null)
    .where('p.past_booking_id', 'is', null)
    .execute();
  const wasted = await db.selectFrom('invoices').select('id').where('refund_state', 'is not', null).execute();
  const charges = await db
    .selectFrom('payments as p')
    .leftJoin('past_hours as h', 'h.payment_id', 'p.id')
    .select(['p.id', 'p.status', 'h.owed_since'])
    .where('p.past_booking_id', 'is not', null)
    .execute();
  const ended = await db
    .selectFrom('subscriptions as s')
    .innerJoin('hour_grants as g', 'g.subscription_id', 's.id')
    .select('s.id')
    .distinct()
    .where('s.status', '=', 'ended')
    .execute();
  const renewals = await db.selectFrom('invoices').select('id').execute();
  const inForce = charges.filter(({ status }) => status === 'booked');
  const takenBack = charges.filter(({ status }) => status !== 'booked');
  return {
    must: new Set([
      ...[...unbooked, ...wasted].map(({ id }) => `refund:${id}`),
      ...inForce.map(({ id }) => `paid:${id}`),
      ...charges.filter(({ owed_since }) => owed_since).map(({ id }) => `past:${id}`),
      ...ended.map(({ id }) => `plan-ended:${id}`),
    ]),
    may: new Set([
      ...takenBack.flatMap(({ id }) => [`paid:${id}`, `returned:${id}`]),
      ...charges.map(({ id }) => `past:${id}`),
      ...renewals.map(({ id }) => `renewal:${id}`),
    ]),
  };
}
