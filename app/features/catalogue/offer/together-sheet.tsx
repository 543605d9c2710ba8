import { useQuery } from '@tanstack/react-query';
import type { Offer, OfferConsequences } from '../../../../api/contract/schemas/offer.ts';
import { ApiError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { useZone } from '../../../lib/session.ts';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import { useDay } from '../../../lib/time/day.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { consequencesQuery, currentOf } from './queries.ts';
import { type Plan, useTogether } from './use-together.ts';
import { changeWords, chosenBody, dayOf, followsWords, type Waiting, waitingIn } from './waiting.ts';

interface Props {
  offer: Offer;
  /** The changes that are chosen at first; `null` for all that are published alone. */
  group: string | null;
  open: boolean;
  onClose: () => void;
}

const options = [
  { value: 'now', label: 'At once' },
  { value: 'day', label: 'On a day' },
];

/** Publishes several changes as one, now or on a day, after a look at what follows. */
export default function TogetherSheet({ offer, group, open, onClose }: Props) {
  const online = useOnline();
  const today = useDay(useZone());
  const waiting = waitingIn(offer);
  const { plan, chosen, change, toggle, publish, submit, missing } = useTogether({ offer, group, onClose });
  const drafts = chosenBody(chosen);
  const follows = useQuery({
    ...consequencesQuery(drafts),
    enabled: open && online && drafts.length > 0 && !publish.isPending,
  });
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const from = plan.when === 'day' && plan.publishOn ? dayWords(plan.publishOn) : '';
  const isRefused = follows.data?.some(({ problem }) => problem) ?? false;
  return (
    <Sheet open={open} title="Publish Together" onClose={onClose}>
      <Form className="offer-form" onSubmit={submit}>
        <p className="muted">Customers see all of these changes at the same moment, or none of them.</p>
        <fieldset className="offer-chosen">
          <legend>Changes</legend>
          {waiting.map((one) => (
            <label key={one.id}>
              <input
                type="checkbox"
                checked={chosen.some(({ id }) => id === one.id)}
                onChange={() => toggle(one.id)}
              />
              <span>
                <span className="offer-name" dir="auto">
                  {one.draft.name}
                </span>
                <span className="muted">{changeWords(one)}</span>
                {one.draft.publishOn && (
                  <span className="muted">{oneText`Planned for ${dayOf(one.draft.publishOn)}`}</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
        <SelectField
          label="Customers see them"
          name="when"
          options={options}
          value={plan.when}
          onChange={(event) => change({ when: event.target.value === 'day' ? 'day' : 'now' })}
        />
        {plan.when === 'day' && (
          <TextField
            label="From"
            name="publishOn"
            type="date"
            min={daysLater(today, 1)}
            hint="From the first minute of that day, where the business is"
            value={plan.publishOn}
            onChange={(event) => change({ publishOn: event.target.value })}
            error={missing || fields.publishOn}
          />
        )}
        <section className="stack" aria-labelledby="together-follows">
          <h3 id="together-follows">What follows</h3>
          <div role="status">
            {chosen.length === 0 ? (
              <p className="muted">Please choose a change.</p>
            ) : follows.data ? (
              <Follows chosen={chosen} data={follows.data} from={from} />
            ) : (
              <p className="muted">
                {follows.error ? reasonOf(follows.error) : online ? 'Counting the bookings…' : ''}
              </p>
            )}
          </div>
        </section>
        {publish.error && Object.keys(fields).length === 0 && (
          <p className="notice error" role="alert">
            {currentOf(publish.error)
              ? 'Somebody has changed these since you opened them. Nothing was published. The list shows them as they are now.'
              : reasonOf(publish.error)}
          </p>
        )}
        <OfflineNote kept="The drafts stay as they are." />
        <div className="sheet-actions">
          <Button
            type="submit"
            busy={publish.isPending}
            off={!online || chosen.length === 0 || !follows.data || (isRefused && plan.when === 'now')}
          >
            {actionOf(chosen.length, plan.when, from)}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

const counted = (n: number): string => (n === 1 ? '1 Change' : `${n} Changes`);

const actionOf = (n: number, when: Plan['when'], from: string): string => {
  if (when === 'now') return n === 0 ? 'Publish' : `Publish ${counted(n)} Now`;
  return from ? oneText`Publish ${counted(n)} on ${from}` : `Publish ${counted(n)} on a Day`;
};

function Follows({
  chosen,
  data,
  from,
}: {
  chosen: readonly Waiting[];
  data: OfferConsequences;
  from: string;
}) {
  const lines = chosen
    .map((one) => ({ one, words: followsWords(one, data, from) }))
    .filter(({ words }) => words);
  const problems = data
    .filter(({ problem }) => problem)
    .map(({ id, problem }) => ({ problem, one: chosen.find((waiting) => waiting.id === id) }));
  return (
    <>
      {problems.map(({ one, problem }) => (
        <p key={one?.id} className="notice warning">
          {oneText`${one?.draft.name ?? ''}: ${problem}. ${from ? 'If this is still so on that day, none of them is published.' : 'None of them can be published.'}`}
        </p>
      ))}
      {lines.length > 0 ? (
        <ul className="offer-follows">
          {lines.map(({ one, words }) => (
            <li key={one.id}>{oneText`${one.draft.name}: ${words}`}</li>
          ))}
        </ul>
      ) : (
        problems.length === 0 && <p className="muted">No booking and no payment is concerned.</p>
      )}
    </>
  );
}
