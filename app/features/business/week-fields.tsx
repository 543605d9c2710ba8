import { clockWords, weekdays } from '../../../api/contract/rules/business/opening.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import type { Facts } from './draft.ts';
import type { Parts } from './use-draft.ts';

const halves = Array.from({ length: 49 }, (_, half) => half * 30);
const wordsOf = (minute: number) => (minute === 24 * 60 ? 'Midnight' : clockWords(minute));
const options = (all: number[]) => all.map((minute) => ({ value: String(minute), label: wordsOf(minute) }));
const usual = { from: 8 * 60, until: 20 * 60 };

/** The hours at which visits begin, day by day. */
export function WeekFields({ facts: { week }, change, problems }: Parts) {
  const set = (place: number, hours: Facts['week'][number]) =>
    change({ week: week.map((one, n) => (n === place ? hours : one)) });
  const error = problems('week');
  return (
    <Card className="stack" aria-labelledby="business-week">
      <h2 id="business-week">Opening hours</h2>
      <p className="muted">Visits begin between these times.</p>
      <ul className="week">
        {week.map((hours, place) => {
          const day = weekdays[place] ?? '';
          return (
            <li key={day}>
              <label className="week-day">
                <input
                  type="checkbox"
                  checked={hours !== null}
                  onChange={({ target }) => set(place, target.checked ? usual : null)}
                />
                <span>{day}</span>
              </label>
              {hours ? (
                <div className="week-hours">
                  <SelectField
                    label={`${day} from`}
                    hiddenLabel
                    options={options(halves.filter((half) => half < hours.until))}
                    value={String(hours.from)}
                    onChange={({ target }) => set(place, { ...hours, from: Number(target.value) })}
                  />
                  <span aria-hidden="true">to</span>
                  <SelectField
                    label={`${day} until`}
                    hiddenLabel
                    options={options(halves.filter((half) => half > hours.from))}
                    value={String(hours.until)}
                    onChange={({ target }) => set(place, { ...hours, until: Number(target.value) })}
                  />
                </div>
              ) : (
                <span className="muted">No visits</span>
              )}
            </li>
          );
        })}
      </ul>
      {error && <p className="form-notice">{error}</p>}
    </Card>
  );
}
