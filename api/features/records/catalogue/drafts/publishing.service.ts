import { isolated } from '../../../../contract/rules/visible-text.ts';
import type { Offer, OfferConsequences, OfferPublicationForm } from '../../../../contract/schemas/offer.ts';
import type { Person } from '../../../../core/person.ts';
import { Refusal } from '../../../../core/refusal.ts';
import { dayOf } from '../../../../core/wall-clock.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { change, selectOffer } from '../offer/changing.service.ts';
import type { OfferRows } from '../offer/offer.presenter.ts';
import { countConcerned, selectPictures } from '../offer/offer.repository.ts';
import { servicesIn, sumOf } from '../offer/offer.rules.ts';
import { refuseUnseen, stale } from '../offer/refusals.rules.ts';
import { pictureMissing, writeOffer } from '../offer/writing.service.ts';
import { type DraftRow, deleteDrafts, isPublished, selectDue, updateDrafts } from './drafts.repository.ts';
import { type DraftParts, requireDayAhead } from './drafts.service.ts';
import { decideDrafts, presentEither, type Step, versionOf } from './publishing.rules.ts';

type Chosen = OfferPublicationForm['drafts'];

/**
 * Publishes drafts as one, all or none: now, or on a day, until which they wait together. Drafts that waited together
 * with them and are not chosen wait without a day. A repeat with the same key changes nothing.
 * @throws Refusal `conflict` with the present offer if a draft, or its service or category, was changed since the owner
 * saw it; `conflict` that names the first draft that cannot be published now; `invalid_input` on `publishOn`
 */
export function publishTogether(
  deps: DraftParts,
  actor: Person,
  { key, publishOn, drafts }: OfferPublicationForm,
): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const isPlanned = rows.drafts.some((one) => one.together === key && one.publish_on === publishOn);
    if (isPlanned || (await isPublished(tx, key))) return false;
    const chosen = rowsOf(drafts, rows);
    if (publishOn === null) await publishNow(tx, rows, { chosen, key, actorId: actor.id, now });
    else {
      requireDayAhead(publishOn, dayOf(now, deps.env.BUSINESS_TIME_ZONE));
      await plan(tx, rows, { chosen, key, publishOn, actorId: actor.id, now });
    }
    return true;
  });
}

/** The rows of the chosen drafts. @throws Refusal `conflict` with the present offer if one was changed since */
function rowsOf(chosen: Chosen, rows: OfferRows): DraftRow[] {
  return chosen.map(({ id, draft, version }) => {
    const row = rows.drafts.find((one) => one.subject_id === id);
    if (!row) throw stale(rows, 'One of these changes');
    refuseUnseen(row, draft, rows, 'draft');
    if (versionOf(row, rows) !== version) throw stale(rows, presentEither(row, rows).name);
    return row;
  });
}

interface Publication {
  chosen: readonly DraftRow[];
  key: string;
  actorId: string;
  now: string;
}

async function publishNow(
  db: Tx,
  rows: OfferRows,
  { chosen, key, actorId, now }: Publication,
): Promise<void> {
  const steps = await decide(db, rows, chosen);
  const wrong = steps.find((one) => one.refusal);
  if (wrong?.refusal) {
    const { name } = presentEither(wrong.draft, rows);
    throw new Refusal('conflict', `Nothing was published. ${isolated(name)}: ${wrong.refusal.message}`);
  }
  await leaveBehind(db, rows, chosen, now);
  await carryOut(db, rows, { steps, key, now, actorOf: () => actorId });
}

async function plan(
  db: Tx,
  rows: OfferRows,
  { chosen, key, publishOn, actorId, now }: Publication & { publishOn: string },
): Promise<void> {
  await leaveBehind(db, rows, chosen, now);
  const change = { together: key, publish_on: publishOn, problem: '', author_id: actorId, updated_at: now };
  await updateDrafts(db, idsOf(chosen), change);
  await recordTogether(db, 'offer_planned', { key, publishOn, names: namesOf(chosen, rows), actorId, now });
}

/** Drafts that waited together with the chosen ones wait alone from now on, and without a day. */
async function leaveBehind(
  db: Tx,
  { drafts }: OfferRows,
  chosen: readonly DraftRow[],
  now: string,
): Promise<void> {
  const groups = new Set(chosen.map(({ together }) => together).filter((one) => one !== null));
  const left = drafts.filter((one) => groups.has(one.together ?? '') && !chosen.includes(one));
  await updateDrafts(db, idsOf(left), { together: null, publish_on: null, updated_at: now });
}

const idsOf = (drafts: readonly DraftRow[]): string[] => drafts.map((one) => one.subject_id);

/** The names of the drafts, as far as the log's page has room for them. */
const namesOf = (drafts: readonly DraftRow[], rows: OfferRows): string =>
  drafts
    .map((one) => presentEither(one, rows).name)
    .join(', ')
    .slice(0, 2000);

/** Decides the publication of drafts as one; a picture that is gone refuses its draft. */
async function decide(db: Db, rows: OfferRows, drafts: readonly DraftRow[]): Promise<Step[]> {
  const steps = decideDrafts(rows, drafts);
  const pictures = steps.map(({ write }) => write?.row.picture).filter((one) => typeof one === 'string');
  const there = await selectPictures(db, pictures);
  return steps.map((step) =>
    step.write?.row.picture && !there.has(step.write.row.picture)
      ? { ...step, write: null, refusal: pictureMissing() }
      : step,
  );
}

/** Writes decided steps, none of which is refused, and deletes their drafts. */
async function carryOut(
  db: Tx,
  rows: OfferRows,
  of: {
    steps: readonly Step[];
    /** Names the publication of several drafts; `null` for that of one. */
    key: string | null;
    publishOn?: string | null;
    now: string;
    actorOf: (draft: DraftRow) => string;
  },
): Promise<void> {
  const { steps, key, publishOn = null, now, actorOf } = of;
  const drafts = steps.map(({ draft }) => draft);
  for (const { draft, write } of steps)
    if (write) await writeOffer(db, write, { actorId: actorOf(draft), publishOn, now });
  await deleteDrafts(db, idsOf(drafts));
  const [first] = drafts;
  if (key && first)
    await recordTogether(db, 'offer_published', {
      key,
      publishOn,
      names: namesOf(drafts, rows),
      actorId: actorOf(first),
      now,
    });
}

const recordTogether = (
  db: Tx,
  act: 'offer_planned' | 'offer_published',
  of: { key: string; publishOn: string | null; names: string; actorId: string; now: string },
): Promise<void> => {
  const { key, publishOn, names, actorId, now } = of;
  const details = { names, ...(publishOn && { publishOn }) };
  return recordAct(db, { actorId, act, subject: { kind: 'offer', id: key }, userId: null, details, now });
};

/**
 * What follows if these drafts are published now. A change of a category concerns the bookings of its services.
 * @throws Refusal `conflict` with the present offer if a draft, or its service or category, was changed since
 */
export async function previewPublication(db: Db, drafts: Chosen): Promise<OfferConsequences> {
  const rows = await selectOffer(db);
  const steps = await decide(db, rows, rowsOf(drafts, rows));
  const servicesOf = ({ kind, subject_id: id }: DraftRow) => servicesIn({ kind, id }, rows.services);
  const counts = await countConcerned(db, [...new Set(steps.flatMap(({ draft }) => servicesOf(draft)))]);
  return steps.map(({ draft, refusal }) => ({
    id: draft.subject_id,
    ...sumOf(counts, servicesOf(draft)),
    problem: refusal?.message ?? '',
  }));
}

type JobParts = DraftParts & Pick<Deps, 'log'>;

/**
 * Publishes the drafts whose day has begun where the business is, each in the name of its author; those that wait
 * together in one transaction, all or none. What is refused stays with the reason, until somebody changes it.
 */
export async function publishDue(deps: JobParts, stopping: AbortSignal): Promise<void> {
  const today = () => dayOf(deps.clock.now(), deps.env.BUSINESS_TIME_ZONE);
  const due = await selectDue(deps.db, today());
  const done = new Set<string>();
  for (const { subject_id, together } of due) {
    const name = together ?? subject_id;
    if (stopping.aborted) return;
    if (done.has(name)) continue;
    done.add(name);
    const isOf = (one: DraftRow): boolean => (one.together ?? one.subject_id) === name;
    try {
      await change(deps, (tx, rows, now) =>
        publishUnit(tx, rows, { isOf, key: together, today: today(), now, log: deps.log }),
      );
    } catch (err) {
      // A failure does not keep the others from their day.
      deps.log.error({ err, drafts: name }, 'drafts of the offer could not be published on their day');
      await noteFailure(deps, isOf);
    }
  }
}

/** Says on the drafts that their publication has failed; they then wait until somebody changes or publishes them. */
async function noteFailure(deps: JobParts, isOf: (one: DraftRow) => boolean): Promise<void> {
  try {
    await change(deps, async (tx, rows, now) => {
      const ids = idsOf(rows.drafts.filter(isOf));
      await updateDrafts(tx, ids, { problem: unexpected, updated_at: now });
      return ids.length > 0;
    });
  } catch (err) {
    deps.log.error({ err }, 'the failure of a publication could not be noted');
  }
}

const unexpected = 'An error of this server, which its log describes.';

/**
 * Publishes a draft, or those that wait together, unless another process was quicker or somebody has changed the day.
 * @returns whether anything is new
 */
async function publishUnit(
  db: Tx,
  rows: OfferRows,
  of: { isOf: (one: DraftRow) => boolean; key: string | null; today: string; now: string; log: Deps['log'] },
): Promise<boolean> {
  const { isOf, key, today, now, log } = of;
  const drafts = rows.drafts.filter(isOf);
  const publishOn = drafts[0]?.publish_on;
  if (!publishOn || publishOn > today || drafts.some(({ problem }) => problem)) return false;
  const steps = await decide(db, rows, drafts);
  const refused = steps.filter(({ refusal }) => refusal);
  if (refused.length === 0) {
    await carryOut(db, rows, { steps, key, publishOn, now, actorOf: ({ author_id }) => author_id });
    return true;
  }
  // Those that wait together lose their day, so that a mended one does not go out unseen.
  if (drafts.length > 1) await updateDrafts(db, idsOf(drafts), { publish_on: null, updated_at: now });
  for (const { draft, refusal } of refused) {
    log.warn({ draft: draft.subject_id, code: refusal?.code }, 'a draft of the offer was refused on its day');
    await updateDrafts(db, [draft.subject_id], { problem: refusal?.message ?? '', updated_at: now });
  }
  return true;
}
