import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { isNews, type Proposed } from './use-move.ts';

interface BarProps {
  proposed: Proposed;
  zone: string;
  moving: boolean;
  onChange: (proposed: Proposed) => void;
  onMove: (proposed: Proposed) => void;
  onCancel: () => void;
}

/**
 * Asks before a dropped booking is moved, because its customer is notified, and whether it is done over the obstacle for
 * which it was refused. Escape takes it back.
 */
export function MoveBar(props: BarProps) {
  const { proposed, onCancel } = props;
  return proposed.refused === undefined ? (
    <Question {...props} />
  ) : (
    <Refused {...props} words={proposed.refused} onCancel={onCancel} />
  );
}

function Question({ proposed, zone, moving, onChange, onMove, onCancel }: BarProps) {
  const { booking, to, worker } = proposed;
  const name = worker?.name;
  return (
    <Bar
      title={oneText`Move to ${inSentence(formatWhen(to, zone))}${name && oneText`, with ${name}`}?`}
      text={oneText`${booking.service}, now ${inSentence(formatWhen(booking.startsAt, zone))}. ${toldOf(booking.customer.name)}`}
      onCancel={onCancel}
      more={<ScheduleToo proposed={proposed} onChange={onChange} />}
    >
      <Button size="small" busy={moving} onClick={() => onMove(proposed)}>
        {moving ? 'Moving…' : 'Move'}
      </Button>
      <Button kind="quiet" size="small" off={moving} onClick={onCancel}>
        Cancel
      </Button>
    </Bar>
  );
}

/** The obstacle in words; with a reason, which stands in the log, the move is made all the same. */
function Refused({ proposed, moving, onMove, onCancel, words }: BarProps & { words: string }) {
  const { booking } = proposed;
  const [isReasoned, setReasoned] = useState(false);
  const [reason, setReason] = useState('');
  const anyway = reason.trim();
  return (
    <Bar
      title={oneText`Not possible: ${words}.`}
      text={
        isReasoned && isNews(proposed)
          ? toldOf(booking.customer.name)
          : oneText`${booking.service} stays as it was.`
      }
      onCancel={onCancel}
      more={
        isReasoned && (
          <Form
            className="schedule-anyway"
            onSubmit={() => anyway && !moving && onMove({ ...proposed, anyway })}
          >
            <TextField
              label="The reason, for the log"
              maxLength={200}
              dir="auto"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <Button type="submit" size="small" busy={moving} off={!anyway}>
              Do It Anyway
            </Button>
          </Form>
        )
      }
    >
      <Button size="small" off={moving} onClick={onCancel}>
        Keep as It Was
      </Button>
      {!isReasoned && (
        <Button kind="quiet" size="small" onClick={() => setReasoned(true)}>
          Anyway…
        </Button>
      )}
    </Bar>
  );
}

function Bar({
  title,
  text,
  more,
  onCancel,
  children,
}: {
  title: string;
  text: string;
  more: ReactNode;
  onCancel: () => void;
  /** Its buttons. */
  children: ReactNode;
}) {
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  // The focus moves here, because the person who dropped the booking decides next.
  useEffect(() => bar.current?.querySelector<HTMLElement>('.button')?.focus({ preventScroll: true }), []);
  // Escape works wherever the focus is, because a touch beside the bar moves it away. In a dialog, Escape closes the
  // dialog.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onCancel();
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => onKey(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <div
      ref={bar}
      className="schedule-move"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <div className="grow">
        <p id={`${id}-title`} className="schedule-move-title">
          {title}
        </p>
        <p id={`${id}-text`} className="muted">
          {text}
        </p>
        {more}
      </div>
      <div className="schedule-move-buttons">{children}</div>
    </div>
  );
}

export const toldOf = (name: string): string => oneText`${name} is told by mail, if they want updates.`;

/**
 * Offers to schedule a pending booking with the move, because the team usually agrees to a time that it chose
 * itself.
 */
export function ScheduleToo({
  proposed,
  onChange,
}: {
  proposed: Proposed;
  onChange: (proposed: Proposed) => void;
}) {
  if (proposed.booking.status !== 'pending') return null;
  return (
    <label className="schedule-too">
      <input
        type="checkbox"
        checked={proposed.schedule}
        onChange={(event) => onChange({ ...proposed, schedule: event.target.checked })}
      />
      <span>Also confirm it</span>
    </label>
  );
}
