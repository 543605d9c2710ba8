import './bookings.css';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { hrefs } from '../../routes/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookingCard } from './booking-card.tsx';
import { type BookingTab, bookingsIn, bookingTabs, bookingTiles, countBookings } from './filters.ts';
import { bookingsQuery } from './queries.ts';

/** All of a person's bookings, counted and by status (spec §2). */
export function Bookings({ shown }: { shown: boolean }) {
  const bookings = useQuery({ ...bookingsQuery(), enabled: shown });
  const [tab, setTab] = useState<BookingTab>('all');
  const panel = useId();
  if (!bookings.data) {
    return bookings.error ? (
      <ErrorState error={bookings.error} onRetry={() => void bookings.refetch()} />
    ) : (
      <Skeleton label="Reading your bookings" />
    );
  }
  const counts = countBookings(bookings.data);
  const inTab = bookingsIn(tab, bookings.data);
  const { label, empty } = bookingTabs.find(({ value }) => value === tab) ?? { label: '', empty: '' };
  return (
    <>
      <dl className="tiles">
        {bookingTiles.map(({ value, label }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>{counts[value]}</dd>
          </div>
        ))}
      </dl>
      <Tabs
        label="Bookings by status"
        value={tab}
        onChange={setTab}
        items={bookingTabs.map(({ value, label }) => ({ value, label, count: counts[value] }))}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" aria-label={label}>
        <h2 className="visually-hidden">{label}</h2>
        {inTab.length ? (
          <ul className="booking-list">
            {inTab.map((booking) => (
              <li key={booking.id}>
                <BookingCard booking={booking} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            drawing="calendar"
            title={empty}
            {...(counts.all === 0 && {
              text: 'Schedule your first service to get started',
              action: (
                <ButtonLink href={hrefs.services} size="small">
                  Book a Service
                </ButtonLink>
              ),
            })}
          />
        )}
      </div>
    </>
  );
}
