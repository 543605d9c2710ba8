import './month-view.css';
import { DayPicker } from '@daypicker/react';
import { chevronBackOutline, chevronForwardOutline } from 'ionicons/icons';
import { daysLater } from '../../../lib/time/calendar-days.ts';
import { formatDayLong, fromLocalInput } from '../../../lib/time/dates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { dayOf, isOpenOn, type VisitRules } from './time-slots.ts';

/** Days before the end of a month, of which so little is left that the next one is shown beneath it. */
const soon = 14;
const monthOf = (day: string): string => day.slice(0, 7);

const parts = {
  Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' | undefined }) => (
    <Icon src={orientation === 'left' ? chevronBackOutline : chevronForwardOutline} size={20} />
  ),
};

/** A calendar of months, for a day far ahead; weeks that have passed are left out. */
export default function MonthView({
  day,
  rules,
  onChoose,
  onClose,
}: {
  day: string;
  rules: VisitRules;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const { zone, now, today, last } = rules;
  const noon = (date: string) => new Date(fromLocalInput(`${date}T12:00`, zone));
  const dateOf = (date: Date) => dayOf(new Date(date.getTime()).toISOString(), zone);
  return (
    <div className="month-view">
      <button type="button" className="button plain small" onClick={onClose}>
        <span>Show days</span>
      </button>
      <DayPicker
        mode="single"
        required
        autoFocus
        noonSafe
        fixedWeeks={false}
        weekStartsOn={1}
        numberOfMonths={monthOf(daysLater(today, soon)) === monthOf(today) ? 1 : 2}
        navLayout="around"
        timeZone={zone}
        today={now}
        startMonth={now}
        endMonth={noon(last)}
        defaultMonth={noon(day)}
        selected={noon(day)}
        hidden={(date) => dateOf(date) < today}
        disabled={(date) => !isOpenOn(dateOf(date), rules)}
        onSelect={(date) => onChoose(dateOf(date))}
        components={parts}
        labels={{
          labelDayButton: (date, { selected }) =>
            [
              dateOf(date) === today && 'Today',
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
  );
}
