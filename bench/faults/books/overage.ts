import type { Db } from '../../../api/db/database.ts';
import { membersWithWithdrawnHours } from './disputes.ts';

/**
 * Checks each booking past the hours: its card part has one payment of that part's price, once the work is done or
 * was cancelled late, and none before. With the hours it makes up the whole work, so nothing past the balance is
 * free, and nothing past the estimate is without its customer's consent. Nobody's bookings hold more than they have.
 */
export async function overageDifferences(db: Db): Promise<string[]> {
  const lines: string[] = [];
  const rows = await db
    .selectFrom('bookings as b')
    .leftJoin('past_hours as h', 'h.booking_id', 'b.id')
    .leftJoin('payments as p', 'p.id', 'h.payment_id')
    .select(['b.id', 'b.user_id', 'b.status', 'b.estimated_minutes', 'b.actual_minutes', 'b.scheduled_date'])
    .select(['h.minutes', 'h.extra_minutes', 'h.charged_minutes', 'h.owed_since', 'p.status as paid'])
    .where('b.payment_type', '=', 'subscription')
    .execute();
  const entries = await db.selectFrom('hour_entries').selectAll().execute();
  const questions = await db.selectFrom('extra_hours').selectAll().execute();
  const withdrawn = await membersWithWithdrawnHours(db);
  const withoutCard = await membersWithoutCard(db);
  const steps = await db.selectFrom('booking_status_changes').selectAll().orderBy('seq').execute();
  for (const row of rows) {
    const uses = entries.filter(({ booking_id }) => booking_id === row.id);
    const used = -uses.reduce((sum, { minutes }) => sum + minutes, 0);
    const over = -uses.filter(({ grant_id }) => !grant_id).reduce((sum, { minutes }) => sum + minutes, 0);
    const last = steps.findLast(({ booking_id }) => booking_id === row.id);
    const costs = row.status === 'cancelled' && last?.actor_id === row.user_id && isLate(last, row);
    const done = costs ? row.estimated_minutes : row.status === 'completed' ? (row.actual_minutes ?? 0) : 0;
    const charged = row.charged_minutes ?? 0;
    if (used + charged !== done) lines.push(`booking ${row.id}: ${used} used, ${charged} paid, ${done} done`);
    if (over && !withdrawn.has(row.user_id))
      lines.push(`booking ${row.id}: ${over} past the balance for nothing`);
    const agreed = (row.minutes ?? 0) + (row.extra_minutes ?? 0);
    if (charged > agreed) lines.push(`booking ${row.id}: ${charged} paid, ${agreed} agreed`);
    const answers = questions.filter(({ booking_id }) => booking_id === row.id);
    const most = answers.filter(({ state }) => state === 'agreed').map(({ to_minutes }) => to_minutes);
    if (done > Math.max(row.estimated_minutes, ...most))
      lines.push(`booking ${row.id}: ${done} done, and nobody agreed to it`);
    const waiting = answers.filter(({ state }) => state === 'waiting').length;
    if (waiting > (row.status === 'completed' ? 1 : 0))
      lines.push(`booking ${row.id}: ${waiting} questions wait, ${row.status}`);
    // The price of an hour is checked with the rule (prices.ts).
    const isPaid = row.owed_since
      ? row.paid === 'awaiting' && withoutCard.has(row.user_id)
      : row.paid === (charged ? 'booked' : null);
    if (!isPaid) lines.push(`booking ${row.id}: ${charged} min ${row.paid}, owed since ${row.owed_since}`);
  }
  for (const [user, bookings] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const open = bookings.filter(({ status }) => status === 'pending' || status === 'scheduled');
    const held = open.reduce((sum, row) => sum + row.estimated_minutes - (row.minutes ?? 0), 0);
    const has = entries
      .filter(({ user_id, grant_id }) => user_id === user && grant_id)
      .reduce((sum, { minutes }) => sum + minutes, 0);
    if (held > has && !withdrawn.has(user)) lines.push(`${user}: ${held} held of ${has}`);
  }
  return lines;
}

/** Whether a visit was cancelled on the day before it, or later. */
const isLate = ({ at }: { at: string }, { scheduled_date }: { scheduled_date: string | null }): boolean =>
  scheduled_date !== null && Date.parse(scheduled_date) - Date.parse(at) < 23 * 3_600_000;

/** Members whose plan has ended, so that no card is known that may be charged in their absence. */
async function membersWithoutCard(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('subscriptions').select('user_id').where('status', '=', 'ended').execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
