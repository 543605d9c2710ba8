import './date-time-panel.css';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { PreferredTime } from '../../../../api/contract/schemas/people.ts';
import { oneText } from '../../../lib/one-text.ts';
import { formatDay, formatWhen, fromLocalInput } from '../../../lib/time/dates.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { QuietBoundary } from '../../../ui/states/quiet-boundary.tsx';
import { DayStrip } from './day-strip.tsx';
import { DayTimesChoice } from './day-times.tsx';
import { OfferedTimes } from './offered-times.tsx';
import { SamePersonMark } from './same-person-mark.tsx';
import { earliest, firstOffered, nextUsual, openWeekend, type UsualTime } from './suggested-times.ts';
import { dayOf, movedTo, nextOpen, rulesOf, type VisitFacts, type VisitRules } from './time-slots.ts';

export interface PanelProps extends Omit<VisitFacts, 'now'> {
  /** An ISO instant, or '' while no time is chosen. */
  value: string;
  onChange: (instant: string) => void;
  /** The person's preferred part of the day. */
  preferred?: PreferredTime | undefined;
  /** The person's habit, which is offered in one tap. */
  usual?: UsualTime | null | undefined;
  /** Called when the choice is complete. */
  onDone: () => void;
}

const MonthView = lazy(() => import('./month-view.tsx'));
const minuteMs = 60_000;

/** The noon of a day. */
const noon = (day: string, zone: string): string => fromLocalInput(`${day}T12:00`, zone);

/** A strip of days or a month of them, the times of the chosen day, and the times that most people want. */
export function DateTimePanel({
  autoFocus,
  ...props
}: PanelProps & {
  /** Whether the chosen day takes the focus. */
  autoFocus: boolean;
}) {
  const { value, onChange, zone, preferred, usual, onDone } = props;
  const { noticeHours, opening, rights, offered } = props;
  // The present minute, so that times that pass while the person looks are no longer offered.
  const minute = Math.floor(useNow(() => minuteMs) / minuteMs);
  const rules = useMemo(
    () => rulesOf({ zone, now: new Date(minute * minuteMs), noticeHours, opening, rights, offered }),
    [zone, noticeHours, opening, rights, offered, minute],
  );
  const [picked, setPicked] = useState('');
  const [isMonth, setIsMonth] = useState(false);
  const returns = useRef(autoFocus);
  const day = picked || (value ? dayOf(value, zone) : (nextOpen(rules.first, rules) ?? rules.today));

  const choose = (next: string) => {
    setPicked(next);
    const kept = movedTo(next, value, rules);
    if (kept !== value) onChange(kept);
  };
  const toDays = () => {
    returns.current = true;
    setIsMonth(false);
  };
  const take = (instant: string) => {
    onChange(instant);
    onDone();
  };
  return (
    <>
      <Suggestions rules={rules} usual={usual} onDay={choose} onTime={take} />
      {isMonth ? (
        <QuietBoundary instead={<NoMonth onClose={toDays} />}>
          <Suspense fallback={<div className="skeleton month-waits" />}>
            <MonthView
              day={day}
              rules={rules}
              onChoose={(next) => {
                choose(next);
                toDays();
              }}
              onClose={toDays}
            />
          </Suspense>
        </QuietBoundary>
      ) : (
        <DayStrip
          day={day}
          rules={rules}
          autoFocus={returns.current}
          onChoose={choose}
          onMonth={() => setIsMonth(true)}
        />
      )}
      <DayTimesChoice
        key={day}
        day={day}
        rules={rules}
        value={value}
        preferred={preferred}
        usualTime={usual?.time}
        onChange={onChange}
        onDay={choose}
        onDone={onDone}
      />
    </>
  );
}

/** The month's code is loaded when it is opened, which fails without a network. */
const NoMonth = ({ onClose }: { onClose: () => void }) => (
  <p role="alert">
    The month did not load.{' '}
    <button type="button" className="button plain small" onClick={onClose}>
      <span>Show days</span>
    </button>
  </p>
);

/** The earliest time, this week's end and the person's habit, each in one tap. */
function Suggestions({
  rules,
  usual,
  onDay,
  onTime,
}: {
  rules: VisitRules;
  usual: UsualTime | null | undefined;
  onDay: (day: string) => void;
  onTime: (instant: string) => void;
}) {
  const { zone, now } = rules;
  const first = useMemo(() => earliest(rules), [rules]);
  const weekend = useMemo(() => openWeekend(rules), [rules]);
  const habit = useMemo(() => usual && nextUsual(usual, rules), [usual, rules]);
  const offered = useMemo(() => rules.offered && firstOffered(rules.offered, rules), [rules]);
  if (offered)
    return (
      <OfferedTimes label="The earliest free times" times={offered} zone={zone} now={now} onChoose={onTime}>
        {habit && !offered.some(({ start }) => start === habit.instant) && (
          <button type="button" onClick={() => onTime(habit.instant)}>
            <span>My usual time</span>{' '}
            <small>{oneText`${formatDay(habit.instant, zone, now)}, ${habit.label}`}</small>{' '}
            {habit.samePerson && <SamePersonMark />}
          </button>
        )}
      </OfferedTimes>
    );
  if (!first) return null;
  return (
    <div className="time-chips">
      {habit && (
        <button type="button" onClick={() => onTime(habit.instant)}>
          <span>My usual time</span> <small>{formatWhen(habit.instant, zone, now)}</small>
        </button>
      )}
      {first.instant !== habit?.instant && (
        <button type="button" onClick={() => onTime(first.instant)}>
          <span>Earliest</span>{' '}
          <small>{oneText`${formatDay(first.instant, zone, now)}, ${first.label}`}</small>
        </button>
      )}
      {weekend && (
        <button type="button" onClick={() => onDay(weekend)}>
          <span>This weekend</span> <small>{formatDay(noon(weekend, zone), zone, now)}</small>
        </button>
      )}
    </div>
  );
}
