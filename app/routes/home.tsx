import { useIonRouter } from '@ionic/react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isVisible } from '../../api/contract/rules/visible-text.ts';
import type { User } from '../../api/contract/schemas/people.ts';
import { LiveChatButton } from '../features/chat/live-chat-button.tsx';
import { Dashboard } from '../features/home/dashboard.tsx';
import { hrefs } from '../lib/hrefs.ts';
import { worksOnly } from '../lib/may.ts';
import { oneText } from '../lib/one-text.ts';
import { useUser, useZone } from '../lib/session.ts';
import { formatDayLong } from '../lib/time/dates.ts';
import { useOutboxEntries } from '../pwa/unsent/outbox.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { Later } from '../ui/later.tsx';
import { QuietBoundary } from '../ui/states/quiet-boundary.tsx';
import { Page, PageFallback } from './page/page.tsx';

const CalendarSheet = lazy(() => import('../features/bookings/detail/calendar-sheet.tsx'));
const QueuedMarks = lazy(() => import('../features/bookings/change/queued-mark.tsx'));

export default function Home() {
  const { user } = useUser();
  if (!user) return null;
  return worksOnly(user) ? <ToOwnWeek /> : <MemberHome user={user} />;
}

/** A worker's first page is their week. */
function ToOwnWeek() {
  const shown = useShown();
  const { push } = useIonRouter();
  useEffect(() => {
    if (shown) push(hrefs.adminWeek, 'none', 'replace');
  }, [shown, push]);
  return <PageFallback />;
}

function MemberHome({ user }: { user: User }) {
  const client = useQueryClient();
  const shown = useShown();
  const entries = useOutboxEntries();
  const [calendar, setCalendar] = useState<{ bookingId: string; open: boolean }>();
  return (
    <Page
      barTitle="Dashboard"
      title={oneText`Welcome back, ${isVisible(user.firstName) ? user.firstName : 'Homeowner'}!`}
      above={
        <Later>
          <Today />
        </Later>
      }
      refresh={() => client.invalidateQueries()}
    >
      <Dashboard
        user={user}
        shown={shown}
        liveChat={(words) => <LiveChatButton shown={shown} {...(words && { words })} />}
        markOf={(id) => <Unsent bookingId={id} />}
        isReviewed={(id) => entries.some((entry) => entry.bookingId === id && entry.work.kind === 'review')}
        onCalendar={(bookingId) => setCalendar({ bookingId, open: true })}
      />
      {calendar && (
        <Suspense>
          <CalendarSheet {...calendar} onClose={() => setCalendar({ ...calendar, open: false })} />
        </Suspense>
      )}
    </Page>
  );
}

/** In a browser without Temporal, the first formatted date costs as much time as the rest of the page. */
function Today() {
  const zone = useZone();
  return <span>{formatDayLong(new Date().toISOString(), zone)}</span>;
}

/** A booking's unsent messages and changes; the code is loaded only if there are any. */
function Unsent({ bookingId }: { bookingId: string }) {
  const any = useOutboxEntries().some((entry) => entry.bookingId === bookingId);
  if (!any) return null;
  return (
    <QuietBoundary>
      <Suspense>
        <QueuedMarks bookingId={bookingId} />
      </Suspense>
    </QuietBoundary>
  );
}
