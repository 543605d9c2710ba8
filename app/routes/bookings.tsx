import { useQueryClient } from '@tanstack/react-query';
import { addOutline } from 'ionicons/icons';
import { Bookings } from '../features/booking/bookings.tsx';
import { bookingsQuery } from '../features/booking/queries.ts';
import { PlanArrival } from '../features/subscription/plan-arrival.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

export default function BookingsPage() {
  const client = useQueryClient();
  const shown = useShown();
  return (
    <Page title="Bookings" refresh={() => client.invalidateQueries(bookingsQuery())}>
      <PlanArrival shown={shown} />
      <Bookings shown={shown} />
      <ButtonLink href={hrefs.services} icon={addOutline} kind="accent" wide>
        Book New Service
      </ButtonLink>
    </Page>
  );
}
