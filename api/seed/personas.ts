import { administrator } from '../core/person.ts';
import { personas } from '../core/personas.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { rememberWords } from '../features/records/account/people-search/people-search.service.ts';
import { addMemberBooks, memberPlan } from './member-books.ts';
import { planPeriods } from './member-history.ts';
import { addWorkers } from './workers.ts';

const { member } = personas;
const customerId = 'cus_HearthkeepMember';
const conciergeContact = '0491 570 156';
const roleIds = { customer: null, admin: administrator, worker: 'worker' } as const;

/**
 * Adds the personas, for the member a plan and a month of history, and the workers with slots, as seen from the first
 * seeding. Does so only if sign-in is the sandbox's. Existing rows are left alone, so this may run at every start and
 * in several processes.
 */
export async function seedPersonas(deps: Deps): Promise<void> {
  const { sandbox, db } = deps;
  if (!sandbox?.identity) return;
  const withHistory = sandbox.payments !== null;
  await db.transaction().execute(async (tx) => {
    const isNew = await addPeople(tx, deps.clock.now(), withHistory);
    if (isNew(member.id) && withHistory) await addMemberBooks(tx, deps);
    if (!isNew(personas.worker.id)) return;
    await addWorkers(tx, deps);
    // Who tries the product chooses among times that somebody has, unless the environment says otherwise.
    await tx
      .updateTable('business')
      .set((e) => ({ slots: deps.env.SANDBOX_SLOTS, workers_shown: 'on', version: e('version', '+', 1) }))
      .execute();
  });
  await deps.business.readAgain();
  if (!withHistory) return;
  const invoices = await paidInvoices(db);
  if (invoices.length === 0) return;
  sandbox.seedPlan({
    customerId,
    email: member.email,
    name: `${member.firstName} ${member.lastName}`,
    subscriptionId: memberPlan.providerId,
    tier: memberPlan.id,
    productName: memberPlan.productName,
    amountCents: memberPlan.priceCents,
    currency: deps.env.CURRENCY,
    invoices,
    metadata: { userId: member.id, tier: memberPlan.id },
    payments: await cardPayments(db),
  });
  await keepInvoicePages(deps, invoices);
}

/** Stores the invoices' pages under the sandbox's present address. */
async function keepInvoicePages({ db, payments }: Deps, invoices: { id: string }[]): Promise<void> {
  for (const { id } of invoices) {
    const invoice = await payments.readInvoice(id);
    if (!invoice) continue;
    await db
      .updateTable('invoices')
      .set({ hosted_invoice_url: invoice.hostedInvoiceUrl })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * @param isCustomer whether the payments sandbox knows the member; a real provider would not
 * @returns whether the person with an id is new
 */
async function addPeople(tx: Tx, now: Date, isCustomer: boolean): Promise<(id: string) => boolean> {
  const [{ start: since }] = planPeriods(now);
  const added = await tx
    .insertInto('users')
    .values(
      Object.values(personas).map((person) => ({
        id: person.id,
        issuer: 'sandbox',
        subject: person.email,
        email: person.email,
        email_verified: 1 as const,
        first_name: person.firstName,
        last_name: person.lastName,
        profile_image_url: null,
        role_id: roleIds[person.role],
        admin_by_list: 0 as const,
        customer_id: person === member && isCustomer ? customerId : null,
        concierge_contact: person === member ? conciergeContact : null,
        created_at: since,
        updated_at: since,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'first_name', 'last_name', 'email'])
    .execute();
  for (const person of added) await rememberWords(tx, person);
  return (id) => added.some((person) => person.id === id);
}

/** The paid invoices as our own books have them, independent of the present time. */
async function paidInvoices(db: Db): Promise<{ id: string; periodStart: Date; periodEnd: Date }[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'period_start', 'period_end'])
    .where('subscription_id', '=', memberPlan.subscriptionId)
    .where('status', '=', 'paid')
    .orderBy('period_start')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    periodStart: new Date(row.period_start),
    periodEnd: new Date(row.period_end),
  }));
}

async function cardPayments(db: Db) {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'description', 'created_at'])
    .where('intent_id', '=', memberPlan.intentId)
    .execute();
  return rows.map((row) => ({
    id: memberPlan.intentId,
    amountCents: row.amount_cents,
    description: row.description,
    metadata: { paymentId: row.id },
    paidAt: new Date(row.created_at),
  }));
}
