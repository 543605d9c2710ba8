import { closeOutline } from 'ionicons/icons';
import { useState } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { dayWords } from '../../shared/business/day-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { withDays } from './draft.ts';
import { HolidaysSheet } from './holidays-sheet.tsx';
import type { Parts } from './use-draft.ts';

/** Single days without visits: holidays, and any others. */
export function ClosedDays({ facts: { closedDays }, change, problems }: Parts) {
  const online = useOnline();
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const [sheet, setSheet] = useState({ open: false, times: 0 });
  const add = () => {
    if (!day) return;
    change({ closedDays: withDays([{ day, name: name.trim() }], closedDays) });
    setDay('');
    setName('');
  };
  const error = problems('closedDays');
  return (
    <Card className="stack" aria-labelledby="business-closed">
      <h2 id="business-closed">Closed days</h2>
      {closedDays.length === 0 ? (
        <p className="muted">None yet. New bookings can be made for every day that has opening hours.</p>
      ) : (
        <ul className="closed-days">
          {closedDays.map((one) => (
            <li key={one.day}>
              <span className="grow">
                <span>{dayWords(one.day)}</span>
                {one.name && (
                  <>
                    <br />
                    <span className="muted" dir="auto">
                      {one.name}
                    </span>
                  </>
                )}
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={oneText`Open again on ${dayWords(one.day)}`}
                onClick={() => change({ closedDays: closedDays.filter((other) => other.day !== one.day) })}
              >
                <Icon src={closeOutline} size={20} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="closed-add">
        <TextField label="Day" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        <TextField
          label="Reason (optional)"
          maxLength={80}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <div className="row wrap">
        <Button size="small" kind="quiet" off={!day} onClick={add}>
          Close This Day
        </Button>
        <Button
          size="small"
          kind="quiet"
          off={!online}
          onClick={() => setSheet(({ times }) => ({ open: true, times: times + 1 }))}
        >
          Public Holidays
        </Button>
      </div>
      {error && <p className="form-notice">{error}</p>}
      <HolidaysSheet
        key={sheet.times}
        open={sheet.open}
        closed={closedDays}
        onClose={() => setSheet((now) => ({ ...now, open: false }))}
        onAdd={(days) => change({ closedDays: withDays(closedDays, days) })}
      />
    </Card>
  );
}
