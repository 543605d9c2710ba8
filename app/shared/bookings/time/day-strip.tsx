import { chevronBackOutline, chevronDownOutline, chevronForwardOutline } from 'ionicons/icons';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { weekdayOf } from '../../../../api/contract/rules/business/opening.ts';
import { daysBetween, daysLater } from '../../../lib/time/calendar-days.ts';
import { formatDayLong } from '../../../lib/time/dates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { movedByKey, stripMonths } from './strip-keys.ts';
import { isOpenOn, type VisitRules } from './time-slots.ts';

const week = 7;
/** Days that are drawn at first, and added whenever the end of the strip comes near. */
const daysAtOnce = 8 * week;
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** A calendar day is the same in every zone. */
const longName = (day: string) => formatDayLong(`${day}T12:00:00.000Z`, 'UTC');

/**
 * The days from today on in one line, a week wide where there is room. A finger swipes it by weeks; the arrows move by a
 * day, Page Up and Down by a week, Home and End within the week, and Enter leads to the times. A day without visits can be chosen, too: it says why.
 */
export function DayStrip({
  day,
  rules,
  autoFocus,
  onChoose,
  onMonth,
}: {
  day: string;
  rules: VisitRules;
  autoFocus: boolean;
  onChoose: (day: string) => void;
  onMonth: () => void;
}) {
  const { today } = rules;
  const { strip, count, total, at, shown, look } = useStrip(day, rules, autoFocus);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // The key would submit the form; it leads on to the times.
      event.preventDefault();
      strip.current?.parentElement?.querySelector<HTMLElement>('.slots input, .no-times button')?.focus();
    }
    const moved = movedByKey(event.key, at, total);
    if (moved === null) return;
    event.preventDefault();
    onChoose(daysLater(today, moved));
    requestAnimationFrame(() =>
      strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true }),
    );
  };
  const turn = (way: 1 | -1) =>
    strip.current?.scrollBy({
      left: way * strip.current.clientWidth,
      behavior: isCalm() ? 'instant' : 'smooth',
    });
  return (
    <>
      <StripHead {...{ today, shown, total, onMonth }} onTurn={turn} />
      <div
        ref={strip}
        className="day-strip"
        role="listbox"
        aria-label="Day"
        aria-orientation="horizontal"
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: count }, (_, index) => daysLater(today, index)).map((date) => {
          const isOpen = isOpenOn(date, rules);
          return (
            <button
              key={date}
              type="button"
              role="option"
              aria-selected={date === day}
              tabIndex={date === day ? 0 : -1}
              className={isOpen ? 'strip-day' : 'strip-day without'}
              onClick={() => onChoose(date)}
            >
              <span className="visually-hidden">
                {[date === today && 'Today', longName(date), !isOpen && 'no visits']
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <span aria-hidden="true">{date === today ? 'Today' : weekdays[weekdayOf(date)]}</span>
              <strong aria-hidden="true">{Number(date.slice(8))}</strong>
            </button>
          );
        })}
      </div>
    </>
  );
}

/** The months on screen, which lead to the month view, between the ways to the weeks before and after. */
function StripHead({
  today,
  shown: { from, days },
  total,
  onTurn,
  onMonth,
}: {
  today: string;
  shown: { from: number; days: number };
  total: number;
  onTurn: (way: 1 | -1) => void;
  onMonth: () => void;
}) {
  return (
    <div className="strip-head">
      <button
        type="button"
        className="icon-button"
        aria-label="Earlier days"
        aria-disabled={from === 0}
        onClick={() => onTurn(-1)}
      >
        <Icon src={chevronBackOutline} size={20} />
      </button>
      <button type="button" className="strip-month" onClick={onMonth}>
        <span className="visually-hidden">Show a month: </span>
        <span>{stripMonths(daysLater(today, from), daysLater(today, from + days - 1))}</span>
        <Icon src={chevronDownOutline} size={16} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Later days"
        aria-disabled={from + days >= total}
        onClick={() => onTurn(1)}
      >
        <Icon src={chevronForwardOutline} size={20} />
      </button>
    </div>
  );
}

/** The days that are drawn and on screen, and the scrolling that shows the chosen one. */
function useStrip(day: string, { today, last }: VisitRules, autoFocus: boolean) {
  const total = Math.max(daysBetween(today, last), 0) + 1;
  const at = Math.max(daysBetween(today, day), 0);
  const [drawn, setDrawn] = useState(daysAtOnce);
  const count = Math.min(total, Math.max(drawn, at + 2 * week));
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ from: at, days: week });

  const look = () => {
    const box = strip.current;
    const cell = box && box.scrollWidth / count;
    if (!box || !cell) return;
    const from = Math.round(box.scrollLeft / cell);
    const days = Math.max(1, Math.floor(box.clientWidth / cell));
    if (from !== shown.from || days !== shown.days) setShown({ from, days });
    if (from + 2 * days > count) setDrawn(count + 4 * week);
  };
  const isFirst = useRef(true);
  // The week of the chosen day is on screen; where fewer days fit, the day itself.
  const follow = useEffectEvent((chosen: number) => {
    const box = strip.current;
    const option = box?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!box || !option) return;
    const left = option.offsetLeft - box.offsetLeft;
    const isIn = left >= box.scrollLeft && left + option.offsetWidth <= box.scrollLeft + box.clientWidth + 1;
    const cells = Math.max(1, Math.floor(box.clientWidth / option.offsetWidth));
    const start = cells >= week ? left - (chosen % week) * option.offsetWidth : left;
    if (isFirst.current || !isIn)
      box.scrollTo({ left: start, behavior: isFirst.current || isCalm() ? 'instant' : 'smooth' });
    isFirst.current = false;
    look();
  });
  useLayoutEffect(() => follow(at), [at]);
  useEffect(() => {
    if (autoFocus) strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [autoFocus]);
  return { strip, count, total, at, shown, look };
}
