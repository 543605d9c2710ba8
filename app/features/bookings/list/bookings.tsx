import './bookings.css';
import { useQuery } from '@tanstack/react-query';
import { addOutline } from 'ionicons/icons';
import { type KeyboardEvent, lazy, Suspense, useCallback, useId, useState } from 'react';
import { placeOf } from '../../../../api/contract/rules/place.ts';
import type { Booking } from '../../../../api/contract/schemas/bookings.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { configQuery, useZone } from '../../../lib/session.ts';
import { useDay } from '../../../lib/time/day.ts';
import { isInvitationDue } from '../../../pwa/install/install.ts';
import { isOfferDue } from '../../../pwa/push/push-offer.ts';
import { useUnsent } from '../../../pwa/unsent/outbox.ts';
import { isElsewhere } from '../../../shared/bookings/elsewhere.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { closed } from '../../../ui/dialogs/closed.ts';
import { useLinkList } from '../../../ui/lists/link-list.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { QuietBoundary } from '../../../ui/states/quiet-boundary.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { failureText } from '../failure.ts';
import { type BookingTab, bookingsIn, bookingTabs, bookingTiles, countBookings } from '../filters.ts';
import { useBookings } from '../queries.ts';
import { BookingCard } from './booking-card.tsx';
import { BookingsSkeleton } from './bookings-skeleton.tsx';
import { groupsOf } from './groups.ts';
import { endAsking, openTab, useAsked, useTab } from './list-state.ts';
import { placeNames } from './place-names.ts';

const ReviewSheet = lazy(() => import('../change/review-sheet.tsx'));
const AfterBooking = lazy(async () => ({ default: (await import('./after-booking.tsx')).AfterBooking }));

/**
 * All of a person's bookings, counted, by status and by the time of their visits (spec §2).
 * @param shown whether the list is the visible page
 * @param selectedId the booking shown beside the list, with two panes
 */
export function Bookings({ shown, selectedId }: { shown: boolean; selectedId?: string | undefined }) {
  const { first, bookings, more, readingMore, moreFailed, readMore } = useBookings(shown);
  const tab = useTab();
  const zone = useZone();
  const today = useDay(zone);
  const unsent = useUnsent();
  const panel = useId();
  const [reviewing, setReviewing] = useState<{ booking: Booking; open: boolean }>();
  const review = useCallback((booking: Booking) => setReviewing({ booking, open: true }), []);
  // A booking opened beside the list replaces the one before in the history, so that Back leaves the list at once.
  const openLink = useLinkList(selectedId !== undefined, '.details');
  const isPrompted = useAsked();
  const asks = !isPrompted && (isOfferDue() || isInvitationDue());
  // The zone decides whether a line about it stands above the list.
  const { isLoading: zonePending } = useQuery(configQuery());
  if (!bookings || zonePending) {
    return first.error && !bookings ? (
      <ErrorState error={first.error} onRetry={() => void first.refetch()} />
    ) : (
      <BookingsSkeleton />
    );
  }
  const counts = countBookings(bookings);
  const inTab = bookingsIn(tab, bookings);
  const { label = '', empty = '', text = '' } = bookingTabs.find(({ value }) => value === tab) ?? {};
  const none = counts.all === 0;
  // Earlier bookings that have not been read are not counted.
  const shownCount = (value: BookingTab) => (more && value === 'all' ? `${counts.all}+` : counts[value]);
  const names = placeNames(bookings.map(({ place }) => place));
  return (
    <div className="bookings">
      {asks && shown && (
        <QuietBoundary>
          <Suspense>
            <AfterBooking onOver={endAsking} />
          </Suspense>
        </QuietBoundary>
      )}
      <Tiles countOf={shownCount} />
      <Tabs
        label="Bookings by status"
        value={tab}
        onChange={openTab}
        items={bookingTabs.map(({ value, label }) => ({ value, label, count: shownCount(value) }))}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" aria-label={label}>
        {inTab.some(({ scheduledDate }) => scheduledDate && isElsewhere(scheduledDate, zone)) && (
          <p className="zone-note muted">{oneText`All times are ${placeOf(zone)} time, where the property is.`}</p>
        )}
        {inTab.length ? (
          <div className="booking-groups">
            {groupsOf(inTab, zone, new Date()).map((group) => (
              <section key={group.title} aria-label={group.title}>
                <h2>{group.title}</h2>
                <ul className="card booking-list" onKeyDown={moveAmongCards} onClick={openLink}>
                  {group.bookings.map((booking) => (
                    <li key={booking.id}>
                      <BookingCard
                        booking={booking}
                        zone={zone}
                        today={today}
                        queued={unsent.get(booking.id)?.change}
                        messages={unsent.get(booking.id)?.messages ?? ''}
                        placeName={booking.place && names.get(booking.place)}
                        selected={booking.id === selectedId}
                        onReview={review}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        ) : (
          <EmptyTab title={empty} text={text} none={none} />
        )}
      </div>
      <Earlier more={more} reading={readingMore} failed={moreFailed} onRead={readMore} />
      {!none && <BookNew wide />}
      {reviewing && (
        <Suspense>
          <ReviewSheet
            key={reviewing.booking.id}
            booking={reviewing.booking}
            open={reviewing.open}
            onClose={() => setReviewing(closed(reviewing))}
          />
        </Suspense>
      )}
    </div>
  );
}

function EmptyTab({ title, text, none }: { title: string; text: string; none: boolean }) {
  return (
    <EmptyState
      drawing="calendar"
      title={title}
      text={text}
      action={
        none ? (
          <BookNew />
        ) : (
          <Button size="small" kind="quiet" onClick={() => openTab('all')}>
            Show all bookings
          </Button>
        )
      }
    />
  );
}

function Earlier({
  more,
  reading,
  failed,
  onRead,
}: {
  more: boolean;
  reading: boolean;
  failed: Error | null;
  onRead: () => void;
}) {
  return (
    <>
      {more && (
        <Button kind="quiet" wide busy={reading} onClick={onRead}>
          {reading ? 'Reading…' : 'Show earlier bookings'}
        </Button>
      )}
      {failed && (
        <p role="alert" className="muted">
          {failureText(failed)}
        </p>
      )}
    </>
  );
}

function BookNew({ wide = false }: { wide?: boolean }) {
  return (
    <ButtonLink
      href={hrefs.services}
      icon={addOutline}
      kind="accent"
      {...(wide ? { wide } : { size: 'small' as const })}
    >
      Book New Service
    </ButtonLink>
  );
}

/** The numbers of bookings in a row; a phone has them in the tabs alone. */
function Tiles({ countOf }: { countOf: (tab: BookingTab) => number | string }) {
  return (
    <dl className="tiles">
      {bookingTiles.map(({ value, label }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>{countOf(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The up and down keys go from one booking to the next, Home and End to the first and last. */
function moveAmongCards(event: KeyboardEvent<HTMLUListElement>): void {
  const list = event.currentTarget.closest('.booking-groups') ?? event.currentTarget;
  const links = [...list.querySelectorAll<HTMLElement>('.details')];
  const card = (event.target as HTMLElement).closest('li');
  const at = links.findIndex((link) => card?.contains(link));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const next = to === undefined ? undefined : links[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
