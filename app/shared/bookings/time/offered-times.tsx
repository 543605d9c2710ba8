import './offered-times.css';
import type { ReactNode } from 'react';
import { formatDay } from '../../../lib/time/dates.ts';
import { SamePersonMark } from './same-person-mark.tsx';
import { type OfferedTime, windowWords } from './time-slots.ts';

/** Free times, each in one tap. @param children further times before them */
export function OfferedTimes({
  label,
  times,
  zone,
  now,
  onChoose,
  children,
}: {
  label: string;
  times: readonly OfferedTime[];
  zone: string;
  now?: Date;
  onChoose: (start: string) => void;
  children?: ReactNode;
}) {
  return (
    <fieldset className="time-chips" aria-label={label}>
      {children}
      {times.map((time) => (
        <button key={time.start} type="button" onClick={() => onChoose(time.start)}>
          <span>{formatDay(time.start, zone, now)}</span>{' '}
          <small>{windowWords(time, zone).replace(/ (?=–|[ap]m)/g, '\u00a0')}</small>{' '}
          {time.samePerson && <SamePersonMark />}
        </button>
      ))}
    </fieldset>
  );
}
