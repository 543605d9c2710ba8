import '../booking.css';
import '../sheets.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { useUser, useZone } from '../../../lib/session.ts';
import { QueueNote } from '../../../pwa/unsent/queue-note.tsx';
import type { Change } from '../../../pwa/unsent/work.ts';
import { nextVisits } from '../../../shared/bookings/next-visits.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextAreaField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { failureText, hasCode } from '../failure.ts';
import { bookingQuery, bookingsQuery } from '../queries.ts';
import { forgetReviewDraft, keepReviewDraft, type ReviewDraft, readReviewDraft } from './review-drafts.ts';
import { StarField } from './star-field.tsx';
import { useChange } from './use-change.ts';

const limit = 2000;

interface Props {
  booking: Booking;
  open: boolean;
  onClose: () => void;
  /** Whether the next visit opens once the server has the review, if the person still waits for it. */
  leadsOn?: boolean;
}

/** The written review, kept until it is sent, and how it is sent. */
function useReview({ booking, open, onClose, leadsOn }: Props) {
  const toNext = useWayToNext(booking.id);
  const { user } = useUser();
  const client = useQueryClient();
  const userId = user?.id;
  const [draft, setDraft] = useState<ReviewDraft>(
    () => (userId && readReviewDraft(userId, booking.id)) || { rating: 0, review: '' },
  );

  const review = useChange<Extract<Change, { kind: 'review' }>>(booking.id, {
    open,
    onClose,
    onStored: leadsOn ? toNext : undefined,
    onDone: () => {
      if (userId) forgetReviewDraft(userId, booking.id);
    },
    onError: (error) => {
      if (!hasCode(error, 'already_reviewed') && !hasCode(error, 'conflict')) return;
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey, exact: true });
    },
  });

  const change = (next: Partial<ReviewDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    review.reset();
    if (userId) keepReviewDraft(userId, booking.id, changed);
  };
  return { draft, change, review };
}

/** Stars, and optionally words, about a completed booking; once (spec §2, Leave Review). */
export default function ReviewSheet(props: Props) {
  const { booking, open, onClose } = props;
  const { draft, change, review } = useReview(props);
  const [tried, setTried] = useState(false);

  const over = draft.review.trim().length - limit;
  const starError = tried && !draft.rating ? 'Please choose 1 to 5 stars' : undefined;
  const textError = over > 0 ? `Please keep this under ${limit} characters: ${over} too many` : undefined;
  const send = () => {
    setTried(true);
    if (draft.rating && over <= 0 && !review.isPending)
      review.mutate({ kind: 'review', rating: draft.rating, review: draft.review.trim() });
  };

  return (
    <Sheet open={open} title="Leave Review" onClose={onClose}>
      <Form className="booking-form" onSubmit={send}>
        <p className="muted">{booking.service.name}</p>
        <StarField value={draft.rating} onChange={(rating) => change({ rating })} error={starError} />
        <TextAreaField
          label="Your words (if you like)"
          hint="The team reads it. It can't be changed afterwards."
          rows={4}
          error={textError}
          value={draft.review}
          onChange={(event) => change({ review: event.target.value })}
        />
        {review.error && (
          <p role="alert" className="form-notice">
            {failureText(review.error)}
          </p>
        )}
        <QueueNote />
        <Button type="submit" wide busy={review.isPending}>
          {review.isPending ? 'Sending…' : 'Send Review'}
        </Button>
      </Form>
    </Sheet>
  );
}

/** Leads from a booking that is over to the next visit, if there is one. */
function useWayToNext(bookingId: string): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const zone = useZone();
  return () => {
    const { next } = nextVisits(client.getQueryData(bookingsQuery().queryKey) ?? [], zone, new Date());
    if (next && next.id !== bookingId) navigate(hrefs.booking(next.id), { replace: true });
  };
}
