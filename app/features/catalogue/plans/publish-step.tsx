import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunningChoice } from '../../../../api/contract/rules/plan-terms.ts';
import type { PlanSetting } from '../../../../api/contract/schemas/plans.ts';
import { ApiError } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDate, fromLocalInput } from '../../../lib/time/dates.ts';
import { inHours } from '../../../shared/hours/hours-line.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { alsoChangedText, followsOf } from './publish-words.ts';
import { planEffectsQuery, planIn, presentIn, showBook } from './queries.ts';

/** The last part of the id of the version that a publication makes. */
const newKey = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

interface Props {
  plan: PlanSetting;
  canWrite: boolean;
  onBack: () => void;
  onClose: () => void;
}

/** Shows what follows from the publication of a draft, before it happens. */
export function PublishStep({ plan, canWrite, onBack, onClose }: Props) {
  const client = useQueryClient();
  const online = useOnline();
  const zone = useZone();
  // One key for this step, so that a repeat after a lost answer is the same publication.
  const [key] = useState(newKey);
  const [day, setDay] = useState('');
  const [running, setRunning] = useState<RunningChoice>('keep');
  const at = day ? fromLocalInput(`${day}T00:00`, zone) : null;
  const effects = useQuery({ ...planEffectsQuery(plan.id, at), enabled: online });
  const publish = useMutation({
    mutationFn: () =>
      teamCall('publishPlan', {
        params: { id: plan.id },
        body: { key, revision: plan.revision, at, running },
      }),
    onSuccess: (book) => {
      showBook(client, book);
      const now = planIn(book, plan.id);
      // A failed publication stays on the sheet, which says so.
      if (now?.schedule?.problem) return;
      toast(
        now?.schedule
          ? { title: 'Planned', description: `It is published on ${formatDate(now.schedule.at, zone)}.` }
          : { title: 'Published', description: 'New members see it now.' },
      );
      onClose();
    },
    onError: (error) => {
      const current = presentIn(error);
      if (current) showBook(client, current);
    },
  });
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const hasMembers = (effects.data?.members ?? 0) > 0;
  return (
    <Form className="offer-form" onSubmit={() => online && !publish.isPending && publish.mutate()}>
      <Differences plan={plan} />
      <TextField
        label="On a day (optional)"
        name="at"
        type="date"
        hint="At midnight in the business’s time zone; empty for now"
        value={day}
        onChange={(event) => setDay(event.target.value)}
        error={fields.at}
      />
      {plan.present && hasMembers && <Running canWrite={canWrite} value={running} onChange={setRunning} />}
      <section className="stack" aria-labelledby="plan-follows">
        <h3 id="plan-follows">What follows</h3>
        {effects.data ? (
          <ul className="plan-follows">
            {followsOf(plan, effects.data, { at, running }, zone).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p className="plan-loading muted" role="status">
            {effects.error ? reasonOf(effects.error) : online ? 'Counting the members…' : ''}
          </p>
        )}
      </section>
      {publish.error && Object.keys(fields).length === 0 && (
        <p className="notice error" role="alert">
          {reasonOf(publish.error)}
        </p>
      )}
      <OfflineNote kept="The draft stays here." />
      <div className="sheet-actions">
        <Button kind="accent" type="submit" busy={publish.isPending} off={!online || !effects.data}>
          {at === null ? 'Publish Now' : oneText`Publish on ${formatDate(at, zone)}`}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  );
}

/** The price and the hours of the version on sale and of the draft, and what else is new. */
function Differences({ plan: { present, draft } }: Pick<Props, 'plan'>) {
  if (!present || !draft) return null;
  const rows = [
    ['Price a month', formatMoney(present.priceCents), formatMoney(draft.priceCents)],
    ['Hours a month', inHours(present.minutes / 60), inHours(draft.minutes / 60)],
  ] as const;
  const also = alsoChangedText(present, draft);
  return (
    <>
      <table className="plan-diff-table">
        <thead>
          <tr>
            <td />
            <th scope="col">Now</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, now, next]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{now}</td>
              <td className={now === next ? undefined : 'changed'}>{next}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {also && <p dir="auto">{also}</p>}
    </>
  );
}

function Running({
  canWrite,
  value,
  onChange,
}: {
  canWrite: boolean;
  value: RunningChoice;
  onChange: (value: RunningChoice) => void;
}) {
  return (
    <fieldset className="plan-running">
      <legend>Members who have this plan</legend>
      <label>
        <input type="radio" name="running" checked={value === 'keep'} onChange={() => onChange('keep')} />
        <span>Keep their price and hours</span>
      </label>
      <label>
        <input
          type="radio"
          name="running"
          disabled={!canWrite}
          checked={value === 'move'}
          onChange={() => onChange('move')}
        />
        <span>Move to the new version when they renew, after a letter</span>
      </label>
      {!canWrite && <p className="muted">This server can send no letters, so nobody can be moved.</p>}
    </fieldset>
  );
}
