import { useQueryClient } from '@tanstack/react-query';
import { BookService } from '../features/bookings/list/book-service.tsx';
import { Bookings } from '../features/bookings/list/bookings.tsx';
import { NothingChosen } from '../features/bookings/list/nothing-chosen.tsx';
import { bookingsQuery } from '../features/bookings/queries.ts';
import { PlanArrival } from '../features/subscription/plan-arrival.tsx';
import { useWide } from '../ui/hooks/use-wide.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { Page } from './page/page.tsx';

/** The list of bookings; a hint to choose one if the list is already beside this page. */
export default function BookingsPage() {
  const client = useQueryClient();
  const shown = useShown();
  const wide = useWide();
  return (
    <Page
      title="Bookings"
      titleHidden={wide}
      actions={!wide && <BookService />}
      refresh={() => client.invalidateQueries({ ...bookingsQuery(), exact: true })}
    >
      <PlanArrival shown={shown} />
      {wide ? <NothingChosen /> : <Bookings shown={shown} />}
    </Page>
  );
}
