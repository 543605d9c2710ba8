import { plansChanged } from '../../../../bus/changed.ts';
import { planLimits } from '../../../../contract/rules/plan-terms.ts';
import type { AuditEntry } from '../../../../contract/schemas/customers.ts';
import type { PlanBook, PlanDraftForm, PlanMarksForm } from '../../../../contract/schemas/plans.ts';
import { instant } from '../../../../core/clock.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { changesOf, isSameName } from '../../catalogue/offer/offer.rules.ts';
import { type BookRows, presentBook } from './book.presenter.ts';
import {
  changeDraft,
  changePlan,
  type DraftRow,
  deleteDraft,
  deletePlan,
  insertPlan,
  lockPlans,
  makeRoom,
  type PlanRow,
  putDraft,
  selectDrafts,
  selectPlans,
  selectPresentVersions,
} from './book.repository.ts';
import { columnsOf, onlyTerms } from './book.rules.ts';

export type BookParts = Pick<Deps, 'db' | 'clock' | 'changes' | 'mail'>;
/** The plans under the lock, with what a change of one of them needs. */
export interface Opened extends BookRows {
  tx: Tx;
  now: string;
  /** @throws Refusal `not_found` */
  plan(id: string): PlanRow;
  draft(id: string): DraftRow | undefined;
  /** Refuses a change whose author has not seen the plan as it is. @throws Refusal `conflict` with the present plans */
  seen(plan: PlanRow | undefined, revision: number | null): void;
}

/** All plans with their drafts. */
export async function readBook(deps: Pick<Deps, 'db' | 'mail'>): Promise<PlanBook> {
  return presentBook(await selectBook(deps.db), deps.mail !== null);
}

const selectBook = async (db: Db): Promise<BookRows> => ({
  plans: await selectPlans(db),
  versions: await selectPresentVersions(db),
  drafts: await selectDrafts(db),
});

/**
 * Changes the plans, one author at a time.
 * @param write changes them, and returns whether anything is new
 */
export async function changeBook(
  deps: BookParts,
  write: (book: Opened) => Promise<boolean>,
): Promise<PlanBook> {
  const { isNew, after } = await deps.db.transaction().execute(async (tx) => {
    await lockPlans(tx);
    const rows = await selectBook(tx);
    const isNew = await write(opened(tx, deps, rows));
    return { isNew, after: await selectBook(tx) };
  });
  if (isNew) plansChanged(deps.changes);
  return presentBook(after, deps.mail !== null);
}

function opened(db: Tx, deps: BookParts, rows: BookRows): Opened {
  return {
    ...rows,
    tx: db,
    now: instant(deps.clock),
    plan(id) {
      const found = rows.plans.find((one) => one.id === id);
      if (!found) throw notFound('Plan');
      return found;
    },
    draft: (id) => rows.drafts.find((one) => one.plan_id === id),
    seen(plan, revision) {
      if ((plan?.revision ?? null) === revision) return;
      throw new Refusal('conflict', 'This plan was changed since you opened it. Please look at it again.', {
        current: presentBook(rows, deps.mail !== null),
      });
    },
  };
}

/**
 * Keeps unpublished changes of a plan, or adds a plan under an id that is free. A draft that is the same as the present
 * version is none. A repeat changes nothing.
 * @throws Refusal `conflict` with the present plans if the plan was changed since its author saw it, and if its
 * publication is planned, its name is taken, or there are too many plans
 */
export function putPlanDraft(
  deps: BookParts,
  actor: Person,
  id: string,
  { revision, ...terms }: PlanDraftForm,
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const { tx, now } = book;
    const plan = book.plans.find((one) => one.id === id);
    const version = book.versions.find((one) => one.plan_id === id);
    const values = columnsOf(terms);
    const shown = book.draft(id) ?? version;
    const changed = shown ? changesOf(onlyTerms(shown), { ...values }) : null;
    if (plan && changed && Object.keys(changed).length === 0) return false;
    book.seen(plan, revision);
    refuseScheduled(book.draft(id));
    refuseSameName(book, id, terms.name);
    if (!plan) await addPlan(book, id);
    const isBack = version && Object.keys(changesOf(onlyTerms(version), { ...values })).length === 0;
    if (isBack) await deleteDraft(tx, id);
    else await putDraft(tx, { ...values, ...unscheduled, plan_id: id, updated_at: now });
    if (plan) await changePlan(tx, id, { updated_at: now });
    await recordPlanAct(book, actor.id, plan ? 'plan_edited' : 'plan_added', id, {
      name: terms.name,
      ...changed,
    });
    return true;
  });
}

/** The columns of a planned publication, unset. */
export const unscheduled = {
  version_id: null,
  publish_at: null,
  running: null,
  publish_by: null,
  problem: null,
};

async function addPlan({ tx, now, plans }: Opened, id: string): Promise<void> {
  const { plans: most } = planLimits;
  // After the plans that are sold or drafted, and before those that are not sold any more at the end of the order.
  const kept = plans.filter((one) => one.on_sale || !one.version_id);
  if (kept.length >= most)
    throw new Refusal('conflict', `There are ${most} plans already. Please take one off sale first.`);
  const marks = { popular: 0, premium: 0, on_sale: 0, version_id: '', revision: 1 };
  const position = Math.max(0, ...kept.map((one) => one.position)) + 1;
  await makeRoom(tx, position);
  await insertPlan(tx, { id, position, ...marks, created_at: now, updated_at: now });
}

/** @throws Refusal `conflict` while the draft waits for its publication */
function refuseScheduled(draft: DraftRow | undefined): void {
  if (draft?.version_id)
    throw new Refusal('conflict', 'This draft is about to be published. Please take that back first.');
}

function refuseSameName({ plans, versions, drafts }: BookRows, id: string, name: string): void {
  const others = plans
    .filter((one) => one.id !== id && (one.on_sale || !one.version_id))
    .flatMap((one) => [
      ...versions.filter((version) => version.plan_id === one.id),
      ...drafts.filter((draft) => draft.plan_id === one.id),
    ]);
  if (!others.some((one) => isSameName(one.name, name))) return;
  const message = 'Another plan has this name';
  throw new Refusal('conflict', message, { fields: { name: message } });
}

/**
 * Drops the unpublished changes of a plan; a plan that was never published goes with them. A repeat changes nothing.
 * @throws Refusal `not_found`, `conflict`
 */
export function dropPlanDraft(
  deps: BookParts,
  actor: Person,
  id: string,
  { revision }: { revision: number },
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const { tx, now } = book;
    const plan = book.plan(id);
    const draft = book.draft(id);
    if (!draft) return false;
    book.seen(plan, revision);
    refuseScheduled(draft);
    await deleteDraft(tx, id);
    if (plan.version_id) await changePlan(tx, id, { updated_at: now });
    else await deletePlan(tx, id);
    await recordPlanAct(book, actor.id, 'plan_dropped', id, { name: draft.name });
    return true;
  });
}

/**
 * Marks a plan, at once. At most one plan is the popular one, so the mark goes from another to it. A repeat changes
 * nothing.
 * @throws Refusal `not_found`; `conflict` with the present plans if the plan was changed since its author saw it, for a
 * plan that was never published, for the last plan on sale, and if another has taken the name of one that is put on sale
 */
export function markPlan(
  deps: BookParts,
  actor: Person,
  id: string,
  { revision, popular, premium, isOnSale }: PlanMarksForm,
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const { tx, now, plans } = book;
    const plan = book.plan(id);
    const marks = { popular: popular ? 1 : 0, premium: premium ? 1 : 0, on_sale: isOnSale ? 1 : 0 };
    const changed = changesOf({ popular: plan.popular, premium: plan.premium, on_sale: plan.on_sale }, marks);
    if (Object.keys(changed).length === 0) return false;
    book.seen(plan, revision);
    const onSale = plans.filter((one) => one.on_sale);
    if (isOnSale && !plan.version_id)
      throw new Refusal('conflict', 'This plan was never published. Please publish it first.');
    if (!isOnSale && plan.on_sale && onSale.length === 1)
      throw new Refusal('conflict', 'This is the only plan on sale. Please put another on sale first.');
    if (isOnSale && !plan.on_sale && onSale.length >= planLimits.plans)
      throw new Refusal('conflict', `${planLimits.plans} plans are on sale already.`);
    // Its name was free for others while it was not sold.
    if (isOnSale && !plan.on_sale) refuseSameName(book, id, nameOf(book, id));
    if (popular)
      for (const other of plans)
        if (other.popular && other.id !== id) await changePlan(tx, other.id, { popular: 0, updated_at: now });
    await changePlan(tx, id, { ...marks, updated_at: now });
    const name = nameOf(book, id);
    await recordPlanAct(book, actor.id, 'plan_marked', id, { name, ...changed });
    return true;
  });
}

/**
 * Puts the plans into another order, which decides what is up and what is down. A repeat changes nothing.
 * @throws Refusal `conflict` with the present plans if the order has changed since its author saw it; `invalid_input`
 * if the new order has other members
 */
export function orderPlans(
  deps: BookParts,
  actor: Person,
  { before, after }: { before: string[]; after: string[] },
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const { tx, now, plans } = book;
    const present = plans.map(({ id }) => id);
    if (isSame(present, after)) return false;
    if (!isSame(present, before))
      throw new Refusal('conflict', 'The order was changed since you opened it. Please look at it again.', {
        current: presentBook(book, deps.mail !== null),
      });
    if (!isSame(present.toSorted(), after.toSorted())) {
      const message = 'The new order must have the members of the old one';
      throw new Refusal('invalid_input', message, { fields: { after: message } });
    }
    for (const [at, id] of after.entries())
      if (plans[at]?.id !== id || plans[at].position !== at + 1)
        await changePlan(tx, id, { position: at + 1, updated_at: now });
    await recordPlanAct(book, actor.id, 'plans_ordered', 'all', {
      from: present.map((id) => nameOf(book, id)).join(', '),
      to: after.map((id) => nameOf(book, id)).join(', '),
    });
    return true;
  });
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, n) => id === other[n]);

/**
 * Takes a planned publication back; the draft stays. A repeat changes nothing.
 * @throws Refusal `not_found`, `conflict`
 */
export function unschedulePlan(
  deps: BookParts,
  actor: Person,
  id: string,
  { revision }: { revision: number },
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const plan = book.plan(id);
    const draft = book.draft(id);
    if (!draft?.version_id) return false;
    book.seen(plan, revision);
    await changeDraft(book.tx, id, unscheduled);
    await changePlan(book.tx, id, { updated_at: book.now });
    await recordPlanAct(book, actor.id, 'plan_unscheduled', id, { name: draft.name });
    return true;
  });
}

/** The name that the plan is sold by, or is to be. */
export const nameOf = ({ versions, drafts }: BookRows, id: string): string =>
  [...versions, ...drafts].find((one) => one.plan_id === id)?.name ?? id;

type PlanAct = Extract<AuditEntry['act'], `plan${string}`>;

/** Logs an act about a plan, in the transaction of the act. */
export const recordPlanAct = (
  { tx, now }: Pick<Opened, 'tx' | 'now'>,
  actorId: string,
  act: PlanAct,
  id: string,
  details: Record<string, string | number | null>,
): Promise<void> =>
  recordAct(tx, { actorId, act, subject: { kind: 'plan', id }, userId: null, details, now });
