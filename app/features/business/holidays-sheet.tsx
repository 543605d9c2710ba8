import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useZone } from '../../lib/session.ts';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { dayWords } from '../../shared/business/day-words.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { holidaysQuery } from './queries.ts';

type Days = { day: string; name: string }[];

/** The public holidays of a region, of which the owner chooses. */
export function HolidaysSheet({
  open,
  closed,
  onClose,
  onAdd,
}: {
  open: boolean;
  closed: Days;
  onClose: () => void;
  onAdd: (days: Days) => void;
}) {
  const today = dayOf(new Date().toISOString(), useZone());
  const thisYear = Number(today.slice(0, 4));
  const [region, setRegion] = useState({ country: '', state: '', year: thisYear });
  const { data, error, refetch } = useQuery({
    ...holidaysQuery(region),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const [left, setLeft] = useState<readonly string[]>([]);
  const offered = (data?.days ?? []).filter(
    ({ day }) => day >= today && !closed.some((one) => one.day === day),
  );
  const chosen = offered.filter(({ day }) => !left.includes(day));
  const choose = (given: Partial<typeof region>) =>
    setRegion((now) => ({ ...now, country: now.country || (data?.country ?? ''), ...given }));
  const years = [thisYear, thisYear + 1, thisYear + 2].map((year) => ({
    value: String(year),
    label: String(year),
  }));
  return (
    <Sheet open={open} title="Public Holidays" onClose={onClose}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton cards={1} height="12rem" label="Reading the holidays" />
        )
      ) : (
        <div className="stack">
          <div className="closed-add">
            <SelectField
              label="Country"
              options={[{ value: '', label: 'Choose' }, ...data.countries.map(optionOf)]}
              value={region.country || data.country}
              onChange={({ target }) => choose({ country: target.value, state: '' })}
            />
            <SelectField
              label="Year"
              options={years}
              value={String(region.year)}
              onChange={({ target }) => choose({ year: Number(target.value) })}
            />
          </div>
          {data.states.length > 0 && (
            <SelectField
              label="State or part"
              options={[
                { value: '', label: 'All: holidays of the whole country' },
                ...data.states.map(optionOf),
              ]}
              value={data.state}
              onChange={({ target }) => choose({ state: target.value })}
            />
          )}
          {offered.length === 0 ? (
            <p className="muted">
              There are no more of them this year, or you are closed on all of them already.
            </p>
          ) : (
            <fieldset className="holidays">
              <legend>Close on</legend>
              {offered.map(({ day, name }) => (
                <label key={day}>
                  <input
                    type="checkbox"
                    checked={!left.includes(day)}
                    onChange={({ target }) =>
                      setLeft(target.checked ? left.filter((one) => one !== day) : [...left, day])
                    }
                  />
                  <span className="grow">
                    <span>{name}</span>
                    <br />
                    <span className="muted">{dayWords(day)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <p className="muted">They are added to your changes. Nothing closes until you publish those.</p>
      <div className="sheet-actions">
        <Button
          wide
          off={chosen.length === 0}
          onClick={() => {
            onAdd(chosen);
            onClose();
          }}
        >
          {closeWords(chosen.length)}
        </Button>
      </div>
    </Sheet>
  );
}

const closeWords = (days: number): string => {
  if (days === 0) return 'Add These Days';
  return days === 1 ? 'Add 1 Day' : `Add ${days} Days`;
};

const optionOf = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });
