import { useMutation } from '@tanstack/react-query';
import { checkmarkOutline } from 'ionicons/icons';
import type { Permission } from '../../../../api/contract/access/permissions.ts';
import { beginningOf } from '../../../../api/contract/rules/text/beginning-of.ts';
import type {
  ScheduledBooking,
  ToConfirm,
  Unassigned,
  WaitingForTeam,
  WorkInProgress,
} from '../../../../api/contract/schemas/schedule.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useZone } from '../../../lib/session.ts';
import { exactly, formatDay, formatTime, formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { useConfirmBookings, useWaiveAnswer } from '../../../shared/bookings/use-team-act.ts';
import { May } from '../../../shared/may.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { expectedEnd } from '../clock.ts';
import { Mark, Row } from './row.tsx';
import { answerTo, mostLetters, roughly, waitOf } from './words.ts';

type Contact = (id: string) => Promise<void>;

function Tell({ id, onContact, quiet }: { id: string; onContact: Contact; quiet?: boolean }) {
  const tell = useMutation({ mutationFn: () => onContact(id) });
  return (
    <May do="bookings.message">
      <Button
        size="small"
        {...(quiet && { kind: 'quiet' })}
        busy={tell.isPending}
        onClick={() => tell.mutate()}
      >
        Tell Customer
      </Button>
    </May>
  );
}

/** Work that takes longer than estimated. */
export function OverRow({ work, now, onContact }: { work: WorkInProgress; now: number; onContact: Contact }) {
  return (
    <Row
      href={hrefs.adminBooking(work.id)}
      mark={<Mark level="late">{`+${roughly(now - expectedEnd(work))}`}</Mark>}
      title={work.service}
      customer={work.customer}
      detail={<span className="late">Over its estimate</span>}
    >
      <Tell id={work.id} onContact={onContact} quiet />
    </Row>
  );
}

/** Work that has not begun although its time has passed. */
export function LateRow({
  booking,
  now,
  onContact,
}: {
  booking: ScheduledBooking;
  now: number;
  onContact: Contact;
}) {
  const zone = useZone();
  const { startsAt, status } = booking;
  return (
    <Row
      href={hrefs.adminBooking(booking.id)}
      mark={<Mark level="late">{`+${roughly(now - Date.parse(startsAt))}`}</Mark>}
      title={booking.service}
      customer={booking.customer}
      detail={
        <span {...exactly(startsAt, zone)}>
          {`${status === 'pending' ? 'Not confirmed' : 'Not begun'} · ${formatWhen(startsAt, zone).replace('Today, ', '')}`}
        </span>
      }
    >
      <Tell id={booking.id} onContact={onContact} quiet />
    </Row>
  );
}

const needed: Record<WaitingForTeam['kind'], Permission> = {
  request: 'requests.answer',
  chat: 'support.answer',
  thread: 'bookings.message',
  dispute: 'money.read',
};

export function WaitingRow({ one, now }: { one: WaitingForTeam; now: number }) {
  const { level, text } = waitOf(one, now);
  const { label, href } = answerTo(one);
  return (
    <Row
      href={one.kind === 'request' || one.kind === 'thread' ? hrefs.adminBooking(one.id) : href}
      mark={<Mark level={level}>{text}</Mark>}
      title={one.title}
      customer={one.customer}
      hasPriority={one.hasPriority}
      detail={one.words && <span dir="auto">{`“${beginningOf(one.words, mostLetters)}”`}</span>}
    >
      <May do={needed[one.kind]}>
        {one.messageId && <NoAnswer bookingId={one.id} messageId={one.messageId} />}
        <ButtonLink size="small" href={href}>
          {label}
        </ButtonLink>
      </May>
    </Row>
  );
}

/** For a message such as 'Perfect, thank you.'; where there is little room, its sign alone is seen. */
function NoAnswer(thread: { bookingId: string; messageId: string }) {
  const waive = useWaiveAnswer();
  return (
    <span className="today-waive">
      <Button
        kind="quiet"
        size="small"
        icon={checkmarkOutline}
        title="Needs no answer"
        busy={waive.isPending}
        onClick={() => waive.mutate(thread)}
      >
        Needs No Answer
      </Button>
    </span>
  );
}

/** A visit to come for which nobody is assigned. */
export function UnassignedRow({
  booking,
  now,
  onAssign,
}: {
  booking: Unassigned;
  now: number;
  onAssign: (id: string) => void;
}) {
  const zone = useZone();
  const { scheduledDate, estimatedHours } = booking;
  const left = Date.parse(scheduledDate) - now;
  const text = left <= 0 ? `+${roughly(-left)}` : `in ${roughly(left)}`;
  return (
    <Row
      href={hrefs.adminBooking(booking.id)}
      mark={<Mark level={left <= 0 ? 'late' : left <= dayMs ? 'soon' : 'good'}>{text}</Mark>}
      title={booking.service}
      customer={booking.customer}
      detail={
        <span {...exactly(scheduledDate, zone)}>
          {`${formatWhen(scheduledDate, zone)} · ${Number(estimatedHours.toFixed(2))} h`}
        </span>
      }
    >
      <May do="bookings.change">
        <Button size="small" onClick={() => onAssign(booking.id)}>
          Assign
        </Button>
      </May>
    </Row>
  );
}

const dayMs = 24 * 3_600_000;

export function ToConfirmRow({ booking }: { booking: ToConfirm }) {
  const zone = useZone();
  const confirm = useConfirmBookings();
  const { scheduledDate, estimatedHours } = booking;
  return (
    <Row
      href={hrefs.adminBooking(booking.id)}
      mark={
        <span className="today-when" {...(scheduledDate && exactly(scheduledDate, zone))}>
          {scheduledDate ? (
            <>
              <span className="together">{`${formatDay(scheduledDate, zone)},`}</span>{' '}
              <span className="together">{formatTime(scheduledDate, zone)}</span>
            </>
          ) : (
            'No time yet'
          )}
        </span>
      }
      title={booking.service}
      customer={booking.customer}
      hasPriority={booking.hasPriority}
      detail={
        <span>{`${Number(estimatedHours.toFixed(2))} h · booked ${inSentence(formatDay(booking.createdAt, zone))}`}</span>
      }
    >
      <May do="bookings.change">
        <Button
          kind="quiet"
          size="small"
          busy={confirm.isPending}
          onClick={() => confirm.mutate([booking.id])}
        >
          Confirm
        </Button>
      </May>
    </Row>
  );
}
