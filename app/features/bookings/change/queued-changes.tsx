import './queued-changes.css';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BookingStatus } from '../../../../api/contract/schemas/bookings.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { outbox, type QueuedChange, useHolder, useQueuedChanges } from '../../../pwa/unsent/outbox.ts';
import type { Change } from '../../../pwa/unsent/work.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stars } from '../stars.tsx';
import { cardId, wordsOf } from './change.ts';
import { iconOf } from './queued-mark.tsx';
import { dismiss, sayNotKept, takeBack, useTakingBack } from './submit-change.ts';

/** The waiting and refused changes of a booking, with buttons to take them back or to continue. */
export function QueuedChanges({
  id,
  status,
  again,
}: {
  id: string;
  /** Absent, as `again` is, if the booking cannot be found. */
  status?: BookingStatus;
  again?: Again;
}) {
  return useQueuedChanges(id).map((entry) => (
    <QueuedChangeCard key={entry.clientId} entry={entry} status={status} again={again} />
  ));
}

/** Opens the sheet that makes a change, if the change is still possible. */
export type Again = { reschedule?: () => void; cancel?: () => void };

/** The element that gets the focus of a removed change: the button that makes such a change. */
const makes: Record<Change['kind'], string> = {
  reschedule: '.plans-changed .button',
  cancel: '.plans-changed .danger',
  review: '.ask-review .button',
};

const takingBackWords = {
  title: 'Taking it back…',
  text: 'It is on its way already. In a moment you are told whether it could be taken back.',
};

function QueuedChangeCard({
  entry,
  status,
  again,
}: {
  entry: QueuedChange;
  status: BookingStatus | undefined;
  again: Again | undefined;
}) {
  const zone = useZone();
  const [busy, setBusy] = useState(false);
  const { work, state } = entry;
  const refused = state === 'failed';
  const online = useOnline();
  const holder = useHolder(entry);
  const takingBack = useTakingBack(entry) && !refused;
  const { title, text } = takingBack
    ? takingBackWords
    : wordsOf(entry, zone, { status, going: online && !holder, reason: online ? holder?.reason : null });
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const its = card.current;
    return () => {
      if (!its?.contains(document.activeElement)) return;
      const around = its.closest('.booking-detail');
      queueMicrotask(() => around?.querySelector<HTMLElement>(makes[work.kind])?.focus());
    };
  }, [work.kind]);
  const during = (step: Promise<unknown>) => {
    setBusy(true);
    step.catch(sayNotKept).finally(() => setBusy(false));
  };
  return (
    <Card
      ref={card}
      id={cardId(entry.clientId)}
      tabIndex={-1}
      className={refused ? 'queued-change refused' : 'queued-change'}
      role={refused ? 'alert' : 'status'}
    >
      <h2>
        <Icon src={iconOf(state)} size={20} />
        <span>{title}</span>
      </h2>
      {text && <p className="muted">{text}</p>}
      {work.kind === 'review' && (
        <>
          <Stars rating={work.rating} />
          {work.review && <p className="plain-notes">{work.review}</p>}
        </>
      )}
      <div className="buttons">
        {refused && again?.reschedule && work.kind === 'reschedule' && (
          <Button size="small" onClick={again.reschedule}>
            Choose Another Time
          </Button>
        )}
        {refused && again?.cancel && work.kind === 'cancel' && (
          <Button size="small" onClick={again.cancel}>
            Look Again
          </Button>
        )}
        {refused && again && work.kind === 'review' && entry.code !== 'already_reviewed' && (
          <Button size="small" busy={busy} onClick={() => during(outbox.retry(entry))}>
            Retry
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          busy={busy || takingBack}
          onClick={() => during(refused ? dismiss(entry) : takeBack(entry, zone))}
        >
          {refused ? 'Dismiss' : 'Undo'}
        </Button>
      </div>
    </Card>
  );
}
