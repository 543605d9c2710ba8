import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useJustBooked } from '../features/bookings/just-booked.ts';
import { BookService } from '../features/bookings/list/book-service.tsx';
import { Bookings } from '../features/bookings/list/bookings.tsx';
import { NothingChosen } from '../features/bookings/list/nothing-chosen.tsx';
import { bookingsQuery } from '../features/bookings/queries.ts';
import { PlanArrival } from '../features/subscription/plan-arrival.tsx';
import { useWide } from '../ui/hooks/use-wide.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { QuietBoundary } from '../ui/states/quiet-boundary.tsx';
import { Page } from './page/page.tsx';

const JustBooked = lazy(async () => ({
  default: (await import('../features/bookings/detail/just-booked.tsx')).JustBooked,
}));

/** The list of bookings, with the one just made opened above it; a hint to choose one if the list is already beside this page. */
export default function BookingsPage() {
  const client = useQueryClient();
  const shown = useShown();
  const wide = useWide();
  const booked = useJustBooked();
  return (
    <Page
      title="Bookings"
      titleHidden={wide}
      actions={!wide && <BookService />}
      refresh={() => client.invalidateQueries({ ...bookingsQuery(), exact: true })}
    >
      <PlanArrival shown={shown} />
      {booked && (
        <QuietBoundary>
          <Suspense>
            <JustBooked id={booked} shown={shown} />
          </Suspense>
        </QuietBoundary>
      )}
      {wide ? !booked && <NothingChosen /> : <Bookings shown={shown} />}
    </Page>
  );
}
