import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Service } from '../../api/contract/entities.ts';
import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { LoginNotice } from '../features/catalogue/login-notice.tsx';
import { categoriesQuery, servicesQuery } from '../features/catalogue/queries.ts';
import { WhyChoose } from '../features/catalogue/why-choose.tsx';
import { handOverCheckout } from '../features/checkout/handover.ts';
import { handOverPlan } from '../features/subscription/handover.ts';
import { signIn, useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { useShown } from '../ui/use-shown.ts';
import { hrefs } from './hrefs.ts';

const loadSheet = () => import('../features/booking/booking-sheet.tsx');
const BookingSheet = lazy(loadSheet);

interface Chosen {
  service: Service;
  kind: 'one_time' | 'subscription';
  open: boolean;
  /** Each opening begins at the first step; what was typed is kept apart. */
  opening: number;
}

export default function ServicesPage() {
  const { user, status } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useShown();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const visitor = status === 'out';

  // The forms' code comes while the person looks around, so that the first tap finds it there.
  useEffect(() => {
    if (visitor) return;
    const timer = setTimeout(() => void loadSheet().catch(() => {}), 1500);
    return () => clearTimeout(timer);
  }, [visitor]);

  const book = useCallback(
    (service: Service, kind: Chosen['kind']) => {
      if (visitor) signIn();
      else setChosen((last) => ({ service, kind, open: true, opening: (last?.opening ?? 0) + 1 }));
    },
    [visitor],
  );
  const close = () => setChosen((now) => now && { ...now, open: false });
  const leaveFor = (href: string) => {
    close();
    navigate(href);
  };
  const refresh = () =>
    Promise.all([client.invalidateQueries(servicesQuery()), client.invalidateQueries(categoriesQuery())]);

  return (
    <Page title="Services" refresh={refresh}>
      {visitor && <LoginNotice />}
      <Catalogue shown={shown} onBook={book} />
      <WhyChoose />
      {chosen && (
        <Suspense>
          <BookingSheet
            key={chosen.opening}
            kind={chosen.kind}
            service={chosen.service}
            user={user}
            open={chosen.open}
            onClose={close}
            onPay={(details, clientSecret) => {
              handOverCheckout(chosen.service.id, { details, clientSecret });
              leaveFor(hrefs.checkout(chosen.service.id));
            }}
            onSubscribe={(details) => {
              handOverPlan({ ...details, serviceBooked: chosen.service.name });
              leaveFor(hrefs.subscribe(details.subscriptionTier));
            }}
            onBooked={(booking) => leaveFor(hrefs.booking(booking.id))}
          />
        </Suspense>
      )}
    </Page>
  );
}
