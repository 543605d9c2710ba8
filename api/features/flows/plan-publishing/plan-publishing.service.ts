import { plansChanged } from '../../../bus/changed.ts';
import { planLimits } from '../../../contract/rules/plan-terms.ts';
import type { PlanBook, PlanEffects, PlanPublication } from '../../../contract/schemas/plans.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import {
  PaymentRefused,
  PaymentsForbidden,
  PaymentsUnavailable,
} from '../../../providers/payments/payments.ts';
import { changesOf } from '../../records/catalogue/offer/offer.rules.ts';
import {
  changeDraft,
  changePlan,
  type DraftRow,
  deleteDraft,
  findDraft,
  insertVersion,
  isPublished,
  noteProblem,
  selectDue,
} from '../../records/plans/book/book.repository.ts';
import { onlyTerms } from '../../records/plans/book/book.rules.ts';
import {
  type BookParts,
  changeBook,
  type Opened,
  readBook,
  recordPlanAct,
} from '../../records/plans/book/book.service.ts';
import { firstMove, moveDay } from '../../records/subscription/moves/moves.rules.ts';
import { priceOf } from '../plan-changes/plan-steps.service.ts';
import { countAnnounced, countConcerned, countPeriods } from './plan-publishing.repository.ts';

type Parts = BookParts & Pick<Deps, 'payments' | 'env' | 'log'>;
type Planned = DraftRow & {
  version_id: string;
  publish_at: string;
  running: 'keep' | 'move';
  publish_by: string;
};

/**
 * The people whom a publication of a plan concerns, and the days on which those who are moved pay the new price.
 * @param at the time of the publication; left out: now
 * @throws Refusal `not_found`
 */
export async function readPlanEffects(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'mail'>,
  planId: string,
  at: string | undefined,
): Promise<PlanEffects> {
  const { db, clock, env } = deps;
  const { plans } = await readBook(deps);
  if (!plans.some(({ id }) => id === planId)) throw new Refusal('not_found', 'Plan not found');
  const published = new Date(Math.max(clock.now().getTime(), Date.parse(at ?? instant(clock))));
  const groups = await countPeriods(db, { planId, issuer: env.ISSUER.name });
  const days = groups
    .flatMap(({ start, firstEnd, lastEnd }) =>
      [firstEnd, lastEnd].flatMap((end) => (end === null ? [] : moveDay({ start, end }, published))),
    )
    .sort();
  const total = (name: 'members' | 'reached') => groups.reduce((sum, group) => sum + group[name], 0);
  return {
    ...(await countConcerned(db, planId)),
    moves: {
      members: total('reached'),
      unreached: total('members') - total('reached'),
      first: days[0] ?? null,
      last: days.at(-1) ?? null,
    },
    announced: await countAnnounced(db, {
      planId,
      at: published.toISOString(),
      newFrom: firstMove(published),
    }),
  };
}

/**
 * Publishes a plan's draft, or plans its publication. The id of the version is made of the caller's key, so a repeat is
 * the same publication, and tries again what has failed at the card provider. The answer says whether it has: then the
 * publication stays planned, and each round of the jobs tries it.
 * @throws Refusal `not_found`; `conflict` with the present plans if the plan was changed since its author saw it;
 * `conflict` without a draft, or if members shall be told and no letter can be sent; `invalid_input` (the time)
 */
export async function publishPlan(
  deps: Parts,
  actor: Person,
  planId: string,
  wanted: PlanPublication,
): Promise<PlanBook> {
  const versionId = `${planId}_${wanted.key}`;
  await plan(deps, actor, planId, { ...wanted, versionId });
  await publishIfDue(deps, planId);
  return readBook(deps);
}

function plan(
  deps: Parts,
  actor: Person,
  planId: string,
  { versionId, revision, at, running }: PlanPublication & { versionId: string },
): Promise<PlanBook> {
  return changeBook(deps, async (book) => {
    const { tx, now } = book;
    const row = book.plan(planId);
    const draft = book.draft(planId);
    // The answer of an earlier try was lost, or somebody tries again.
    if (draft?.version_id === versionId || (await isPublished(tx, versionId))) return false;
    book.seen(row, revision);
    if (!draft) throw new Refusal('conflict', 'Nothing of this plan waits to be published.');
    if (draft.version_id) throw new Refusal('conflict', 'This draft is about to be published already.');
    if (at !== null) refuseOtherTime(at, now);
    if (running === 'move' && !deps.mail)
      throw new Refusal(
        'conflict',
        'This server can send no letters, so members cannot be told of a new price. They keep theirs.',
      );
    const planned = { version_id: versionId, publish_at: at ?? now, running, publish_by: actor.id };
    await changeDraft(tx, planId, { ...planned, problem: null, updated_at: now });
    await changePlan(tx, planId, { updated_at: now });
    if (at !== null)
      await recordPlanAct(book, actor.id, 'plan_scheduled', planId, { name: draft.name, at, running });
    return true;
  });
}

function refuseOtherTime(at: string, now: string): void {
  const ahead = Date.parse(at) - Date.parse(now);
  if (ahead > 0 && ahead <= planLimits.aheadDays * 86_400_000) return;
  const message = 'Please choose a day within a year from now, or publish now';
  throw new Refusal('invalid_input', message, { fields: { at: message } });
}

/** Publishes what is due, and what has failed before. */
export async function publishDuePlans(deps: Parts, stopping: AbortSignal): Promise<void> {
  for (const { plan_id } of await selectDue(deps.db, instant(deps.clock))) {
    if (stopping.aborted) return;
    try {
      await publishIfDue(deps, plan_id);
    } catch (err) {
      // One plan's failure does not keep the others from their day.
      deps.log.error({ err, plan: plan_id }, 'a plan could not be published; the next round tries again');
      await noteFailure(deps, plan_id);
    }
  }
}

/** Says on the plan that its publication has failed. */
async function noteFailure(deps: Parts, planId: string): Promise<void> {
  const { db, log, changes } = deps;
  try {
    const draft = await findDraft(db, planId);
    if (!draft?.version_id || draft.problem === unexpected) return;
    await noteProblem(db, { versionId: draft.version_id, problem: unexpected });
    plansChanged(changes);
  } catch (err) {
    log.error({ err, plan: planId }, 'the failure of a publication could not be noted');
  }
}

const unexpected = 'An error of this server, which its log describes.';

/**
 * Makes the price at the card provider, once for the version's id, and then puts the version on sale. A failure of the
 * provider is noted, and the publication stays planned.
 */
async function publishIfDue(deps: Parts, planId: string): Promise<void> {
  const { db, clock, payments, env, log } = deps;
  const draft = await findDraft(db, planId);
  if (!draft || !isDue(draft, instant(clock))) return;
  const { version_id: versionId, name, price_cents: priceCents } = draft;
  try {
    await payments.preparePrice(priceOf(env, { id: versionId, tier: planId, name, priceCents }));
  } catch (err) {
    if (!(err instanceof PaymentRefused || err instanceof PaymentsUnavailable)) throw err;
    log.warn({ err, version: versionId }, 'a plan could not be published; the next round tries again');
    await noteProblem(db, { versionId, problem: problemOf(err) });
    plansChanged(deps.changes);
    return;
  }
  await changeBook(deps, async (book) => {
    const now = book.draft(planId);
    // It was taken back, or another process was quicker.
    if (now?.version_id !== versionId || !isDue(now, book.now)) return false;
    await putOnSale(book, now);
    return true;
  });
}

const isDue = (draft: DraftRow, now: string): draft is Planned =>
  draft.version_id !== null && draft.publish_at !== null && draft.publish_at <= now;

async function putOnSale(book: Opened, draft: Planned): Promise<void> {
  const { tx, now, versions } = book;
  const { plan_id, version_id, running, publish_by } = draft;
  const row = book.plan(plan_id);
  const before = versions.find(({ id }) => id === row.version_id);
  const values = onlyTerms(draft);
  await insertVersion(tx, { ...values, id: version_id, plan_id, running, published_at: now });
  // A plan that was taken off sale stays so; a new one begins to be sold.
  const sale = row.version_id ? {} : { on_sale: 1 };
  await changePlan(tx, plan_id, { version_id, ...sale, updated_at: now });
  await deleteDraft(tx, plan_id);
  await recordPlanAct(book, publish_by, 'plan_published', plan_id, {
    name: draft.name,
    running,
    ...changesOf(before ? onlyTerms(before) : { ...blank }, { ...values }),
  });
}

/** The values of a plan before its first version, so that the log names all of that one. */
const blank = { name: null, price_cents: null, minutes: null } as const;

const problemOf = (error: PaymentRefused | PaymentsUnavailable): string => {
  if (error instanceof PaymentRefused) return `The card provider refused the price: ${error.message}`;
  return error instanceof PaymentsForbidden
    ? 'The key of this server may not make prices at the card provider.'
    : 'The card provider did not answer.';
};
