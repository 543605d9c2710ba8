import './slot-field.css';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { oneText } from '../../../lib/one-text.ts';
import { formatDayMonth, formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { DateTimePicker } from '../../../shared/bookings/time/date-time-picker.tsx';
import { OfferedTimes } from '../../../shared/bookings/time/offered-times.tsx';
import { firstOffered } from '../../../shared/bookings/time/suggested-times.ts';
import type { OfferedTime } from '../../../shared/bookings/time/time-slots.ts';
import { TimeLeft } from './time-left.tsx';
import type { LostTime, SlotChoice } from './use-slot.ts';

type Picker = Omit<ComponentProps<typeof DateTimePicker>, 'offered' | 'label'>;

/** The day until which times were looked for. */
const searchedMs = 60 * 24 * 3_600_000;

/**
 * The field for a visit's time: the free times, or the form's own field for a wish, and the way from each to the other.
 * @param label of the free times
 * @param children the field for a wish
 */
export function SlotField({
  slot,
  label,
  children,
  ...picker
}: Picker & { slot: SlotChoice; label: string; children: ReactNode }) {
  const { mode, wish, times } = slot;
  if (mode === 'wished') return children;
  if (mode === 'unknown') return <Waits />;
  if (mode === 'wish')
    return (
      <>
        {children}
        <p className="slot-note muted">The team confirms this time, or proposes another.</p>
        <button type="button" className="button plain small" onClick={() => wish(false)}>
          <span>Show the free times</span>
        </button>
      </>
    );
  return (
    <>
      <FreeTimes slot={slot} label={label} {...picker} />
      <button type="button" className="button plain small" onClick={() => wish(true)}>
        <span>{times?.length === 0 ? 'Ask for a time' : 'Ask for another time'}</span>
      </button>
    </>
  );
}

const Waits = () => (
  <div className="skeleton panel-waits" role="status">
    <span className="visually-hidden">Reading the free times</span>
  </div>
);

/** The free times as far as they can be read now, and what is kept. */
function FreeTimes({ slot, label, ...picker }: Picker & { slot: SlotChoice; label: string }) {
  const { times, failed, retry, online, kept, lost, problem } = slot;
  const { value, zone, onChange, error } = picker;
  if (!times?.length && !online)
    return (
      <p className="note" role="status">
        Free times are read once there is a connection. What you type is kept.
      </p>
    );
  if (!times && failed)
    return (
      <p className="note" role="alert">
        The free times did not load.{' '}
        <button type="button" className="button plain small" onClick={retry}>
          <span>Try again</span>
        </button>
      </p>
    );
  if (!times) return <Waits />;
  if (!times.length) return <NoneFree zone={zone} lost={lost} />;
  return (
    <>
      <DateTimePicker
        {...picker}
        label={label}
        offered={times}
        unfolded
        error={error ?? (lost && !value ? lostWords(lost, zone) : (problem ?? undefined))}
      />
      <p className="visually-hidden" role="status">
        {lost && !value ? lostWords(lost, zone) : ''}
      </p>
      {lost && !value && <Nearest times={times} near={lost.start} zone={zone} onChoose={onChange} />}
      {kept && <TimeLeft key={kept.id} until={kept.until} />}
    </>
  );
}

const lostWords = ({ start, why }: LostTime, zone: string): string => {
  const when = inSentence(formatWhen(start, zone));
  return why === 'lapsed'
    ? `The time that was kept for you, ${when}, is free for others again.`
    : `Nobody can come ${when} any more.`;
};

function NoneFree({ zone, lost }: { zone: string; lost: LostTime | null }) {
  const until = formatDayMonth(new Date(Date.now() + searchedMs).toISOString(), zone);
  return (
    <p className="note" role="status">
      {oneText`${lost && `${lostWords(lost, zone)} `}No time is free until ${until}. Wish for one, and the team finds a way.`}
    </p>
  );
}

/** The free times around one that is no longer kept, each in one tap. */
function Nearest({
  times,
  near,
  zone,
  onChoose,
}: {
  times: readonly OfferedTime[];
  near: string;
  zone: string;
  onChoose: (start: string) => void;
}) {
  const nearest = useMemo(() => firstOffered(times, { now: new Date(), zone, near }), [times, near, zone]);
  return <OfferedTimes label="The nearest free times" times={nearest} zone={zone} onChoose={onChoose} />;
}
