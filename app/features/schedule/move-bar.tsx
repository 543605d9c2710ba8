import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import type { Proposed } from './use-move.ts';

/** Asks before a dropped booking is moved, because its customer is notified. Escape takes it back. */
export function MoveBar({
  proposed,
  zone,
  moving,
  onChange,
  onMove,
  onCancel,
}: {
  proposed: Proposed;
  zone: string;
  moving: boolean;
  onChange: (proposed: Proposed) => void;
  onMove: () => void;
  onCancel: () => void;
}) {
  const { booking, to } = proposed;
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
        <p
          id={`${id}-title`}
          className="schedule-move-title"
        >{oneText`Move to ${inSentence(formatWhen(to, zone))}?`}</p>
        <p id={`${id}-text`} className="muted">
          {oneText`${booking.service}, now ${inSentence(formatWhen(booking.startsAt, zone))}. ${toldOf(booking.customer.name)}`}
        </p>
        <ScheduleToo proposed={proposed} onChange={onChange} />
      </div>
      <div className="schedule-move-buttons">
        <Button size="small" busy={moving} onClick={onMove}>
          {moving ? 'Moving…' : 'Move'}
        </Button>
        <Button kind="quiet" size="small" off={moving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
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
