import { businessChanged } from '../../../bus/changed.ts';
import type { BusinessForm, BusinessView, OpeningForm } from '../../../contract/schemas/business.ts';
import type { BusinessFacts } from '../../../core/business.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../audit/audit.service.ts';
import {
  type BusinessRow,
  hasAnyPrice,
  lockBusiness,
  selectBusiness,
  updateBusiness,
} from './business.repository.ts';
import { factsOf } from './business.rows.ts';
import { fieldChanges, wordsOf } from './changes.rules.ts';

/** The published facts as the database has them, for a change that must see them with its own other facts. */
export async function readBusinessFacts(db: Db): Promise<BusinessFacts> {
  const row = await selectBusiness(db);
  if (!row) throw new Error('The facts of the business were not made');
  return factsOf(row);
}

/** The facts that everybody may read. */
export function presentBusiness(deps: Pick<Deps, 'business'>): BusinessView {
  const { name, address, policies, opening, slots } = deps.business.current();
  return { name, address, ...policies, slots, ...(opening as OpeningForm) };
}

/**
 * Publishes changed facts. A repeat, or values that hold already, change nothing.
 * @param form.version the version on which the change was made
 * @throws Refusal `conflict` if others were published meanwhile, with the present value of each field that was sent;
 * `conflict` for another time zone or currency once a price was quoted or a payment has begun
 */
export async function saveBusiness(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'business' | 'changes'>,
  actor: Person,
  { version, ...wanted }: BusinessForm,
): Promise<void> {
  const published = await deps.db.transaction().execute(async (tx) => {
    const row = await lockBusiness(tx);
    const { columns, changed } = fieldChanges(row, wanted);
    if (changed.length === 0) return null;
    if (row.version !== version) throw changedMeanwhile(row, changed);
    const fixed = changed.filter((field) => field === 'timeZone' || field === 'currency');
    if (fixed.length > 0 && (await hasAnyPrice(tx))) throw staysFixed(fixed);
    const now = instant(deps.clock);
    const written = { ...columns, version: version + 1, updated_at: now };
    await updateBusiness(tx, written);
    await recordAct(tx, {
      actorId: actor.id,
      act: 'business_changed',
      subject: { kind: 'business', id: 'business' },
      userId: null,
      details: wordsOf(row, columns, changed),
      now,
    });
    return { ...row, ...written };
  });
  if (published === null) return;
  deps.bus.tell({ kind: 'business', version: published.version });
  deps.business.hold(factsOf(published));
  businessChanged(deps.changes);
}

function changedMeanwhile(row: BusinessRow, changed: ReturnType<typeof fieldChanges>['changed']): Refusal {
  const now = wordsOf(row, {}, changed);
  return new Refusal(
    'conflict',
    'Somebody else has changed these settings meanwhile, so yours were not saved. Please look at theirs and decide.',
    {
      fields: Object.fromEntries(
        changed.map((field) => [field, `Somebody else has set this to: ${now[`${field}From`] || 'nothing'}`]),
      ),
    },
  );
}

const fixedText = 'This stays as it is, because prices have been quoted or paid in it.';
const staysFixed = (fields: readonly string[]): Refusal =>
  new Refusal(
    'conflict',
    'Time zone and currency stay once a price has been quoted or a payment has begun.',
    {
      fields: Object.fromEntries(fields.map((field) => [field, fixedText])),
    },
  );
