import { useIonViewDidEnter } from '@ionic/react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { BookingDetail } from '../features/bookings/detail/booking-detail.tsx';
import { bookingQuery, useBooking } from '../features/bookings/queries.ts';
import { Composer } from '../features/messages/composer.tsx';
import { goWrite } from '../features/messages/go-write.ts';
import { threadQuery } from '../features/messages/queries.ts';
import { Thread } from '../features/messages/thread.tsx';
import { hrefs } from '../lib/hrefs.ts';
import { useOnline } from '../lib/online.ts';
import { useUser } from '../lib/session.ts';
import { useNoticesSeen } from '../pwa/shown-notices.ts';
import { useQueuedMessages } from '../pwa/unsent/outbox.ts';
import { useWide } from '../ui/hooks/use-wide.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { Page } from './page/page.tsx';

const messagesHash = '#messages';
const changeHash = '#change';
/** The number of messages that are shown before the others are opened in place. */
const newestLines = 4;

export default function BookingPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const { user } = useUser();
  const client = useQueryClient();
  const shown = useShown();
  const wide = useWide();
  const { booking, query } = useBooking(id, shown);
  const unsent = useQueuedMessages(id).length > 0;
  // Ionic gives a page that was left the address of the one in front, so the page keeps the reason for its own
  // opening.
  const [cameToWrite] = useState(hash === messagesHash);
  const [cameToChange] = useState(hash === changeHash);
  const contact = useCallback(() => goWrite(id), [id]);
  const entered = useRef(false);
  useIonViewDidEnter(() => {
    if (cameToWrite && !entered.current) goWrite(id);
    entered.current = true;
  });
  useNewsSeen(id, shown && booking !== undefined, query);
  if (!user) return null;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ ...bookingQuery(id), exact: true }),
      client.invalidateQueries(threadQuery(id)),
    ]);
  return (
    <Page
      key={id}
      title={booking?.service.name ?? 'Booking'}
      {...(!wide && { back: hrefs.bookings })}
      refresh={refresh}
      footer={booking && <Composer bookingId={id} userId={user.id} takeFocus={cameToWrite} />}
    >
      <BookingDetail
        id={id}
        shown={shown}
        onContact={contact}
        toChange={cameToChange}
        thread={
          // If the booking cannot be read, only its person's unsent messages are shown.
          (booking || !query.error || unsent) && (
            <Thread
              bookingId={id}
              shown={shown}
              waits={!booking && !query.error}
              startAtEnd={cameToWrite}
              newest={newestLines}
            />
          )
        }
      />
    </Page>
  );
}

/** Closes the booking's notification once its news is on screen; an older stored copy does not count. */
function useNewsSeen(id: string, shown: boolean, booking: UseQueryResult): void {
  const thread = useQuery({ ...threadQuery(id), enabled: shown });
  const isRead = useOnline() && !booking.isStale && !thread.isStale;
  useNoticesSeen(`booking:${id}`, shown && isRead, Math.min(booking.dataUpdatedAt, thread.dataUpdatedAt));
}
