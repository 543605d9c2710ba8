import { addOutline, closeOutline } from 'ionicons/icons';
import { useState } from 'react';
import { clockWords, weekdays } from '../../../api/contract/rules/business/opening.ts';
import type { WorkerHours } from '../../../api/contract/schemas/settings/workers.ts';
import { oneText } from '../../lib/one-text.ts';
import { dayWords } from '../../shared/business/day-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Parts } from './draft.ts';
import { clockOf, inDays, minuteOf, mondayToFriday, nextHours, type PlacedHours } from './draft.ts';

const quarterSeconds = 900;
const spanWords = ({ from, until }: { from: number; until: number }) =>
  `${clockWords(from)} to ${until === 24 * 60 ? 'midnight' : clockWords(until)}`;

/** Two times of a day. */
function Span({
  day,
  from,
  until,
  onChange,
}: {
  day: string;
  from: number;
  until: number;
  onChange: (span: { from: number; until: number }) => void;
}) {
  return (
    <>
      <TextField
        label={`${day} from`}
        hiddenLabel
        type="time"
        step={quarterSeconds}
        value={clockOf(from)}
        onChange={({ target }) => onChange({ from: minuteOf(target.value) ?? from, until })}
      />
      <span aria-hidden="true">to</span>
      <TextField
        label={`${day} until`}
        hiddenLabel
        type="time"
        step={quarterSeconds}
        value={clockOf(until)}
        onChange={({ target }) => onChange({ from, until: minuteOf(target.value, true) ?? until })}
      />
    </>
  );
}

/** The weekly hours, with breaks, and those that hold for a time. */
export function HoursFields({ facts: { hours }, change, problems }: Parts) {
  const { week, forATime } = inDays(hours);
  const set = (place: number, given: Partial<WorkerHours>) =>
    change({ hours: hours.map((one, n) => (n === place ? { ...one, ...given } : one)) });
  const drop = (place: number) => change({ hours: hours.filter((_, n) => n !== place) });
  const error = problems('hours');
  return (
    <Card className="stack" aria-labelledby="worker-hours">
      <h2 id="worker-hours">Weekly hours</h2>
      <ul className="worker-week">
        {week.map((rows, weekday) => {
          const day = weekdays[weekday] ?? '';
          return (
            <li key={day}>
              <span className="worker-weekday">{day}</span>
              <div className="worker-spans">
                {rows.length === 0 && <span className="muted">No work</span>}
                {rows.map((row) => (
                  <div key={row.place} className="worker-span">
                    <Span day={day} {...row} onChange={(span) => set(row.place, span)} />
                    <RemoveButton label={`Remove ${day} ${spanWords(row)}`} onTap={() => drop(row.place)} />
                  </div>
                ))}
              </div>
              <button
                type="button"
                className="icon-button"
                aria-label={rows.length > 0 ? `More hours on ${day}, after a break` : `Hours on ${day}`}
                onClick={() => change({ hours: [...hours, nextHours(rows, weekday)] })}
              >
                <Icon src={addOutline} size={20} />
              </button>
            </li>
          );
        })}
      </ul>
      {(week[0] ?? []).length > 0 && (
        <div className="row wrap">
          <Button size="small" kind="quiet" onClick={() => change({ hours: mondayToFriday(hours) })}>
            Tuesday to Friday as Monday
          </Button>
        </div>
      )}
      <ForATime rows={forATime} onDrop={drop} onAdd={(row) => change({ hours: [...hours, row] })} />
      {error && <p className="form-notice">{error}</p>}
    </Card>
  );
}

function RemoveButton({ label, onTap }: { label: string; onTap: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={onTap}>
      <Icon src={closeOutline} size={20} />
    </button>
  );
}

const timeWords = ({ startsOn, endsOn }: WorkerHours): string =>
  [startsOn && `from ${dayWords(startsOn)}`, endsOn && `until ${dayWords(endsOn)}`].filter(Boolean).join(' ');

/** Hours of a weekday from one day to another, beside those that hold for good. */
function ForATime({
  rows,
  onDrop,
  onAdd,
}: {
  rows: readonly PlacedHours[];
  onDrop: (place: number) => void;
  onAdd: (row: WorkerHours) => void;
}) {
  const [row, setRow] = useState<WorkerHours>({ ...nextHours([], 0), startsOn: null, endsOn: null });
  return (
    <details className="worker-more" open={rows.length > 0}>
      <summary>More hours for a time</summary>
      <ul className="worker-rows">
        {rows.map((one) => (
          <li key={one.place}>
            <span className="grow">{`${weekdays[one.weekday]} ${spanWords(one)}, ${timeWords(one)}`}</span>
            <RemoveButton
              label={`Remove ${weekdays[one.weekday]} ${timeWords(one)}`}
              onTap={() => onDrop(one.place)}
            />
          </li>
        ))}
      </ul>
      <div className="worker-fields">
        <SelectField
          label="Weekday"
          value={String(row.weekday)}
          options={weekdays.map((label, n) => ({ value: String(n), label }))}
          onChange={({ target }) => setRow({ ...row, weekday: Number(target.value) })}
        />
        <div className="worker-span">
          <Span day="Hours" {...row} onChange={(span) => setRow({ ...row, ...span })} />
        </div>
        <TextField
          label="First day"
          type="date"
          value={row.startsOn ?? ''}
          onChange={({ target }) => setRow({ ...row, startsOn: target.value || null })}
        />
        <TextField
          label="Last day"
          type="date"
          value={row.endsOn ?? ''}
          onChange={({ target }) => setRow({ ...row, endsOn: target.value || null })}
        />
      </div>
      <div className="row wrap">
        <Button size="small" kind="quiet" off={!row.startsOn && !row.endsOn} onClick={() => onAdd(row)}>
          Add These Hours
        </Button>
      </div>
    </details>
  );
}

/** Single days with hours of their own. */
export function DayFields({ facts: { days }, change, problems }: Parts) {
  const [day, setDay] = useState('');
  const [works, setWorks] = useState(false);
  const [span, setSpan] = useState({ from: 8 * 60, until: 12 * 60 });
  const error = problems('days');
  const add = () => {
    const others = days.filter((one) => one.day !== day);
    const added = [...others, { day, hours: works ? [span] : [], note: '' }];
    change({ days: added.sort((a, b) => (a.day < b.day ? -1 : 1)) });
    setDay('');
  };
  return (
    <Card className="stack" aria-labelledby="worker-days">
      <h2 id="worker-days">Single days</h2>
      {days.length === 0 && <p className="muted">None. Every day has the hours of its weekday.</p>}
      <ul className="worker-rows">
        {days.map((one) => (
          <li key={one.day}>
            <span className="grow">
              <span>{`${dayWords(one.day)}: ${one.hours.map(spanWords).join(', ') || 'no work'}`}</span>
              {one.note && <span className="muted" dir="auto">{oneText` ${one.note}`}</span>}
            </span>
            <RemoveButton
              label={`Remove ${dayWords(one.day)}`}
              onTap={() => change({ days: days.filter((other) => other.day !== one.day) })}
            />
          </li>
        ))}
      </ul>
      <div className="worker-fields">
        <TextField label="Day" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        <SelectField
          label="On this day"
          value={works ? 'works' : 'off'}
          options={[
            { value: 'off', label: 'No work' },
            { value: 'works', label: 'Other hours' },
          ]}
          onChange={({ target }) => setWorks(target.value === 'works')}
        />
        {works && (
          <div className="worker-span">
            <Span day="That day" {...span} onChange={setSpan} />
          </div>
        )}
      </div>
      <div className="row wrap">
        <Button size="small" kind="quiet" off={!day} onClick={add}>
          Add This Day
        </Button>
      </div>
      {error && <p className="form-notice">{error}</p>}
    </Card>
  );
}
