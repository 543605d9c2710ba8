import './slot-field.css';
import { timeOutline } from 'ionicons/icons';
import { useState } from 'react';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Icon } from '../../../ui/icon.tsx';

const secondMs = 1000;
const minuteMs = 60_000;
/** A screen reader hears once more when so little is left. */
const soonMs = 2 * minuteMs;

/** '9:41' */
export function clockLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / secondMs));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * How long a time is still kept. Eyes see the seconds; a screen reader hears the minutes at the begin, and again when
 * two are left.
 * @param until by this device's clock, in ms
 */
export function TimeLeft({ until }: { until: number }) {
  const left = until - useNow(() => secondMs);
  const [first] = useState(() => Math.max(1, Math.round((until - Date.now()) / minuteMs)));
  const minutes = left <= soonMs ? 2 : first;
  return (
    <p className="slot-kept">
      <Icon src={timeOutline} size={18} />
      <span aria-hidden="true">Kept for you</span>
      <span className="time-left" aria-hidden="true">
        {clockLeft(left)}
      </span>
      <span className="visually-hidden" role="status">
        {left <= soonMs && first > 2
          ? `Your time is kept for less than ${minutes} minutes more.`
          : `Your time is kept for you for ${minutes} minutes.`}
      </span>
    </p>
  );
}
