import { offerLimits } from '../../../../contract/rules/offer-terms.ts';
import {
  type Offer,
  type OfferDraftForm,
  type OfferService,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import type { Log } from '../../../../core/log.ts';
import type { Person } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import { dayOf } from '../../../../core/wall-clock.ts';
import type { Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { change, full, type OfferParts, refuseSameName, refuseUnseen } from '../offer/changing.service.ts';
import { type OfferRows, presentDraft, presentOfferService } from '../offer/offer.presenter.ts';
import { serviceColumns } from '../offer/offer.rules.ts';
import { requirePicture, serviceChanges, writeService } from '../offer/offer.service.ts';
import { deleteDraft, insertDraft, selectDue, updateDraft } from './drafts.repository.ts';

type Parts = OfferParts & Pick<Deps, 'env'>;

/**
 * Keeps a change of a service, or a new one, until it is published: on its day, or by somebody. Only the values that
 * differ from the published ones are kept, so that other values may change meanwhile. A repeat changes nothing.
 * @throws Refusal `not_found` (its category); `conflict` with the present offer if the draft or the service was changed
 * since its author saw it, and if the name is taken; `invalid_input` on `publishOn` for a day that has begun or is too
 * far ahead, and if nothing differs
 */
export function putDraft(deps: Parts, actor: Person, id: string, given: OfferDraftForm): Promise<Offer> {
  const { publishOn, draft, version, ...form } = given;
  return change(deps, async (tx, rows, now) => {
    if (!rows.categories.some((one) => one.id === form.categoryId)) throw notFound('Category');
    const waiting = rows.drafts.find((one) => one.service_id === id);
    const service = rows.services.find((one) => one.id === id);
    const content = contentOf(form, rows, id);
    if (waiting && waiting.content === content && waiting.publish_on === publishOn && !waiting.problem)
      return false;
    refuseUnseen(waiting, draft, rows, 'draft');
    refuseUnseen(service, version, rows, 'service');
    refuseOtherDay(publishOn, dayOf(now, deps.env.BUSINESS_TIME_ZONE));
    refuseSameName(
      rows.services.filter((one) => one.id !== id && one.category_id === form.categoryId),
      form.name,
    );
    await requirePicture(tx, form);
    if (content === '{}') throw new Refusal('invalid_input', 'Nothing differs from the service as it is.');
    const change = { content, publish_on: publishOn, problem: '', author_id: actor.id, updated_at: now };
    if (waiting) await updateDraft(tx, id, { ...change, version: waiting.version + 1 });
    else {
      const most = offerLimits.services;
      if (rows.drafts.length >= most) throw full(`${most} drafts`);
      await insertDraft(tx, { ...change, service_id: id, version: 1, created_at: now });
    }
    await recordAct(tx, {
      actorId: actor.id,
      act: 'service_drafted',
      subject: { kind: 'service', id },
      userId: null,
      details: {
        name: form.name,
        ...(publishOn && { publishOn }),
        ...serviceChanges(
          service,
          serviceColumns({ ...form, version }),
          rows.questions.get(id) ?? [],
          form.questions,
        ),
      },
      now,
    });
    return true;
  });
}

/** The values of the form that differ from the published service; of a new one, all. */
function contentOf(
  form: Omit<OfferDraftForm, 'publishOn' | 'draft' | 'version'>,
  { services, questions }: OfferRows,
  id: string,
): string {
  const row = services.find((one) => one.id === id);
  const published: Partial<OfferService> = row ? presentOfferService(row, questions.get(id)) : {};
  const names = Object.keys(form) as (keyof typeof form)[];
  const differing = names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(published[name]));
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, form[name]])));
}

function refuseOtherDay(day: string | null, today: string): void {
  if (day === null) return;
  const lastYear = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`;
  if (day > today && day <= lastYear) return;
  const message = day <= today ? 'Please choose a day after today' : 'Please choose a day within two years';
  throw new Refusal('invalid_input', message, { fields: { publishOn: message } });
}

/**
 * Drops a draft; the service stays as it is. A repeat changes nothing.
 * @throws Refusal `conflict` with the present offer if the draft was changed since its author saw it
 */
export function dropDraft(deps: Parts, actor: Person, id: string, version: number): Promise<Offer> {
  return change(deps, async (tx, rows, now) => {
    const row = rows.drafts.find((one) => one.service_id === id);
    if (!row) return false;
    refuseUnseen(row, version, rows, 'draft');
    await deleteDraft(tx, id);
    await recordAct(tx, {
      actorId: actor.id,
      act: 'service_draft_dropped',
      subject: { kind: 'service', id },
      userId: null,
      details: { name: presentDraft(row, rows).name },
      now,
    });
    return true;
  });
}

/**
 * Publishes the drafts whose day has begun where the business is, each in the name of its author. One that is refused
 * stays with the reason, until somebody changes it.
 */
export async function publishDue(deps: Parts & Pick<Deps, 'log'>, stopping: AbortSignal): Promise<void> {
  const today = () => dayOf(deps.clock.now(), deps.env.BUSINESS_TIME_ZONE);
  for (const { service_id } of await selectDue(deps.db, today())) {
    if (stopping.aborted) return;
    try {
      await change(deps, (tx, rows, now) =>
        publishOne(tx, rows, { id: service_id, today: today(), now, log: deps.log }),
      );
    } catch (err) {
      // One draft's failure does not keep the others from their day.
      deps.log.error({ err, service: service_id }, 'a draft of a service could not be published on its day');
      await noteFailure(deps, service_id);
    }
  }
}

/** Says on the draft that its publication has failed; it then waits until somebody changes or publishes it. */
async function noteFailure(deps: Parts & Pick<Deps, 'log'>, id: string): Promise<void> {
  try {
    await change(deps, async (tx, rows, now) => {
      const row = rows.drafts.find((one) => one.service_id === id);
      if (!row) return false;
      await updateDraft(tx, id, { problem: unexpected, version: row.version + 1, updated_at: now });
      return true;
    });
  } catch (err) {
    deps.log.error({ err, service: id }, 'the failure of a publication could not be noted');
  }
}

const unexpected = 'An error of this server, which its log describes.';

/** Publishes a draft, unless another process was quicker or somebody has changed its day. @returns whether it did */
async function publishOne(
  db: Tx,
  rows: OfferRows,
  { id, today, now, log }: { id: string; today: string; now: string; log: Log },
): Promise<boolean> {
  const row = rows.drafts.find((one) => one.service_id === id);
  if (!row?.publish_on || row.publish_on > today || row.problem) return false;
  const version = rows.services.find((one) => one.id === id)?.version ?? null;
  const form = OfferServiceForm.safeParse({ ...presentDraft(row, rows), version });
  try {
    if (!form.success)
      throw new Refusal('invalid_input', form.error.issues[0]?.message ?? 'It is not complete.');
    const { draft: _, ...values } = form.data;
    await writeService(db, rows, {
      id,
      form: values,
      actorId: row.author_id,
      publishOn: row.publish_on,
      now,
    });
    await deleteDraft(db, id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ service: id, code: error.code }, 'a draft of a service could not be published on its day');
    await updateDraft(db, id, { problem: error.message, version: row.version + 1, updated_at: now });
  }
  return true;
}
