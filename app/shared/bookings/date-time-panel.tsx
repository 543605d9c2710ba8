import { DayPicker } from '@daypicker/react';
import { chevronBackOutline, chevronForwardOutline } from 'ionicons/icons';
import { useEffect, useId, useRef, useState } from 'react';
import type { Opening } from '../../../api/contract/rules/business/opening.ts';
import type { PreferredTime } from '../../../api/contract/schemas/people.ts';
import { calendarDays, formatDayLong, formatTime, fromLocalInput } from '../../lib/time/dates.ts';
import { Icon } from '../../ui/icon.tsx';
import { dayOf, hasOpenSlot, isOpenOn, movedTo, slotsOn } from './time-slots.ts';

export interface PanelProps {
  /** An ISO instant, or '' while no time is chosen. */
  value: string;
  onChange: (instant: string) => void;
  /** The property's zone; every time is shown and chosen in it. */
  zone: string;
  /** The earliest instant; now by default. */
  min?: Date | undefined;
  /** The person's preferred part of the day. */
  preferred?: PreferredTime | undefined;
  /** The business's hours and closed days; the usual hours until they are known. */
  opening?: Pick<Opening, 'week' | 'closedDays'> | undefined;
  /** Called when the choice is complete. */
  onDone: () => void;
}

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;
const noon = (day: string, zone: string) => new Date(fromLocalInput(`${day}T12:00`, zone));
const dayOfDate = (date: Date, zone: string) => dayOf(new Date(date.getTime()).toISOString(), zone);

const parts = {
  Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' | undefined }) => (
    <Icon src={orientation === 'left' ? chevronBackOutline : chevronForwardOutline} size={20} />
  ),
};

/** The calendar and the times of the chosen day. */
export function DateTimePanel({ value, onChange, zone, min, preferred, opening, onDone }: PanelProps) {
  const now = useMinute();
  const from = min && min > now ? min : now;
  const [day, setDay] = useState(value ? dayOf(value, zone) : '');
  const calendar = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLFieldSetElement>(null);
  const today = dayOfDate(now, zone);
  const first = dayOfDate(from, zone);

  const choose = (date: Date) => {
    const next = dayOfDate(date, zone);
    setDay(next);
    const kept = movedTo(next, value, zone, from, opening);
    if (kept !== value) onChange(kept);
    requestAnimationFrame(() => show(times.current));
  };
  useEffect(() => show(calendar.current), []);

  return (
    <>
      <div ref={calendar}>
        <DayPicker
          mode="single"
          required
          autoFocus
          noonSafe
          fixedWeeks={false}
          weekStartsOn={1}
          navLayout="around"
          timeZone={zone}
          today={now}
          startMonth={from}
          endMonth={new Date(from.getTime() + yearMs)}
          defaultMonth={day ? noon(day, zone) : noon(firstOpen(first, zone, from, opening), zone)}
          selected={day ? noon(day, zone) : undefined}
          disabled={[
            (date) => calendarDays(from, date, zone) < 0,
            (date) => !isOpenOn(dayOfDate(date, zone), opening),
            (date) => dayOfDate(date, zone) === first && !hasOpenSlot(first, zone, from, opening),
          ]}
          onSelect={choose}
          components={parts}
          labels={{
            labelDayButton: (date, { selected }) =>
              [
                dayOfDate(date, zone) === today && 'Today',
                formatDayLong(new Date(date.getTime()).toISOString(), zone),
                selected && 'selected',
              ]
                .filter(Boolean)
                .join(', '),
            labelNext: () => 'Next month',
            labelPrevious: () => 'Previous month',
          }}
        />
      </div>
      <div className="picker-times">
        <p className="visually-hidden" role="status">
          {day && `${formatDayLong(noon(day, zone).toISOString(), zone)}. Now choose a time.`}
        </p>
        {day ? (
          <Times
            ref={times}
            day={day}
            zone={zone}
            from={from}
            value={value}
            preferred={preferred}
            opening={opening}
            onChange={onChange}
            onDone={onDone}
          />
        ) : (
          <p className="muted picker-prompt">Choose a day to see its times.</p>
        )}
      </div>
    </>
  );
}

function Times({
  ref,
  day,
  zone,
  from,
  value,
  preferred,
  opening,
  onChange,
  onDone,
}: Omit<PanelProps, 'min'> & { ref: React.Ref<HTMLFieldSetElement>; day: string; from: Date }) {
  const group = useId();
  /** A tap is a final choice; arrow keys are still moving. */
  const pointed = useRef(false);
  return (
    <fieldset
      ref={ref}
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
      <legend>{formatDayLong(noon(day, zone).toISOString(), zone)}</legend>
      {slotsOn(day, zone, from, opening)
        .filter(({ slots }) => slots.length > 0)
        .map(({ part, label, slots }) => (
          <fieldset key={part}>
            <legend>
              <span>{label}</span>
              {part === preferred && <span className="part-mark"> Your preferred time</span>}
            </legend>
            <div className="slots">
              {slots.map(({ time, instant, open }) => (
                <label key={time} className="slot">
                  <input
                    type="radio"
                    name={group}
                    value={time}
                    disabled={!open}
                    checked={instant === value}
                    onChange={() => {
                      onChange(instant);
                      if (pointed.current) onDone();
                    }}
                    // A tap on the time that is already chosen closes the panel.
                    onClick={() => instant === value && pointed.current && onDone()}
                  />
                  <span>{formatTime(instant, zone)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
    </fieldset>
  );
}

/** Scrolls an element into view, as far as needed. */
function show(element: HTMLElement | null): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
}

/** The first day on which a visit can begin: today, or the next open one once the last half-hour has passed. */
function firstOpen(day: string, zone: string, from: Date, opening: PanelProps['opening']): string {
  if (hasOpenSlot(day, zone, from, opening)) return day;
  let next = day;
  for (let days = 1; days <= 366; days += 1) {
    next = dayOfDate(new Date(noon(day, zone).getTime() + days * 86_400_000), zone);
    if (isOpenOn(next, opening)) return next;
  }
  return day;
}

/** The present minute, so that times that pass while the person looks are no longer offered. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
