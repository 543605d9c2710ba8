import { useId, useRef, useState } from 'react';
import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import { formatDayLong, formatTime, toLocalInput } from '../../../lib/time/dates.ts';
import { SamePersonMark } from './same-person-mark.tsx';
import { type DayTimes, nextOpen, type PartTimes, timesOn, type VisitRules } from './time-slots.ts';

interface Props {
  day: string;
  rules: VisitRules;
  value: string;
  preferred: PreferredTime | undefined;
  /** The time of day of the person's habit. */
  usualTime: string | undefined;
  onChange: (instant: string) => void;
  onDay: (day: string) => void;
  onDone: () => void;
}

const longName = (day: string) => formatDayLong(`${day}T12:00:00.000Z`, 'UTC');

/** The part that is open at first: that of the chosen time, of the habit, the preferred one, or the first with times. */
function firstPart(
  { parts }: DayTimes,
  { rules, value, preferred, usualTime }: Props,
): PartTimes | undefined {
  const at = value ? toLocalInput(value, rules.zone).slice(11) : usualTime;
  const has = (part: PartTimes) => part.slots.length > 0;
  return (
    parts.find(({ slots }) => slots.some(({ instant }) => instant === value)) ??
    parts.find(({ slots }) => slots.some(({ time }) => time === at)) ??
    parts.find((part) => part.part === preferred && has(part)) ??
    parts.find(has)
  );
}

/** The times of one day in three parts, of which one is open; a part or a day without times says why. */
export function DayTimesChoice(props: Props) {
  const { day, rules, value, preferred, onChange, onDay, onDone } = props;
  const times = timesOn(day, rules);
  const [picked, setPicked] = useState<string>();
  const part = times.parts.find((one) => one.part === picked) ?? firstPart(times, props);
  const id = useId();
  if (times.refused || !part)
    return <NoTimes {...props} reason={times.refused?.reason ?? ''} onDay={onDay} />;
  return (
    <div className="day-times">
      <p className="visually-hidden" role="status">{`${longName(day)}. Now choose a time.`}</p>
      <fieldset className="day-parts" aria-label="Part of the day">
        {times.parts.map((one) => (
          <button
            key={one.part}
            type="button"
            aria-pressed={one === part}
            className={one.refused ? 'day-part without' : 'day-part'}
            onClick={() => setPicked(one.part)}
          >
            <span>{one.label}</span>
            <small>
              {one.refused?.word ??
                (one.part === preferred ? 'Your preferred time' : rangeOf(one, rules.zone))}
            </small>
          </button>
        ))}
      </fieldset>
      {part.refused ? (
        <p className="muted no-times" role="status">
          {part.refused.reason}
        </p>
      ) : (
        <Slots
          key={part.part}
          label={`${part.label}, ${longName(day)}`}
          {...{ id, part, value, onChange, onDone }}
          areWindows={rules.offered !== undefined}
        />
      )}
    </div>
  );
}

/** '8:00–11:30': the first and the last time at which a visit can begin; '7:30' if they are one. */
const rangeOf = ({ slots }: PartTimes, zone: string): string => {
  const ends = [slots[0], slots.at(-1)].map((slot) =>
    slot ? formatTime(slot.instant, zone).slice(0, -3) : '',
  );
  return [...new Set(ends)].join('–');
};

function Slots({
  id,
  label,
  part,
  value,
  areWindows,
  onChange,
  onDone,
}: Pick<Props, 'value' | 'onChange' | 'onDone'> & {
  id: string;
  label: string;
  part: PartTimes;
  /** Whether the times are arrival windows, whose words are longer. */
  areWindows: boolean;
}) {
  /** A tap is a final choice; arrow keys are still moving. */
  const pointed = useRef(false);
  return (
    <fieldset
      className={areWindows ? 'slots windows' : 'slots'}
      aria-label={label}
      onPointerDown={() => {
        pointed.current = true;
      }}
      onKeyDown={(event) => {
        pointed.current = false;
        if (event.key !== 'Enter') return;
        // The key would submit the form.
        event.preventDefault();
        if (value) onDone();
      }}
    >
      {part.slots.map((slot) => (
        <label key={slot.instant} className="slot">
          <input
            type="radio"
            name={id}
            value={slot.time}
            checked={slot.instant === value}
            onChange={() => {
              onChange(slot.instant);
              if (pointed.current) onDone();
            }}
            // A tap on the time that is already chosen closes the panel.
            onClick={() => slot.instant === value && pointed.current && onDone()}
          />
          <span>{slot.label}</span>
          {slot.samePerson && <SamePersonMark />}
        </label>
      ))}
    </fieldset>
  );
}

/** A day without times: the reason, and the way to the next day that has some. */
function NoTimes({ day, rules, reason, onDay }: Pick<Props, 'day' | 'rules' | 'onDay'> & { reason: string }) {
  const next = nextOpen(day < rules.first ? rules.first : daysLater(day, 1), rules);
  return (
    <div className="no-times">
      <p role="status">{reason}</p>
      {next && (
        <button type="button" className="button quiet small" onClick={() => onDay(next)}>
          <span>{`Go to ${longName(next)}`}</span>
        </button>
      )}
    </div>
  );
}
