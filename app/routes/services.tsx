import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Booking, Service } from '../../api/contract/entities.ts';
import { type Again, kindOf } from '../features/bookings/book/again.ts';
import { BookAgain } from '../features/bookings/book/book-again.tsx';
import type { BookingKind } from '../features/bookings/form/drafts.ts';
import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { LoginNotice } from '../features/catalogue/login-notice.tsx';
import { categoriesQuery, servicesQuery } from '../features/catalogue/queries.ts';
import { RequestBanner } from '../features/catalogue/request-banner.tsx';
import { ServiceAbout } from '../features/catalogue/service-about.tsx';
import type { Book } from '../features/catalogue/service-card.tsx';
import { WhyChoose } from '../features/catalogue/why-choose.tsx';
import { keepWish, takeWish } from '../features/catalogue/wish.ts';
import { handOverCheckout } from '../features/checkout/checkout-handover.ts';
import { handOverPlan } from '../features/subscription/plan-handover.ts';
import { hrefs } from '../lib/hrefs.ts';
import { signIn, useUser } from '../lib/session.ts';
import { useShown } from '../ui/hooks/use-shown.ts';
import { Page } from './page/page.tsx';

const loadBooking = () => import('../features/bookings/book/booking-sheet.tsx');
const loadRequest = () => import('../features/bookings/request/request-sheet.tsx');
const BookingSheet = lazy(loadBooking);
const RequestSheet = lazy(loadRequest);

type Chosen = (
  | { kind: BookingKind | 'choice'; service: Service; again?: Booking; fromChoice?: boolean }
  | { kind: 'custom_quote'; serviceName: string }
) & {
  open: boolean;
  /** Each opening begins at the first step; what was typed is kept apart. */
  opening: number;
};
type Choice = Chosen extends infer C ? (C extends Chosen ? Omit<C, 'open' | 'opening'> : never) : never;

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
    const timer = setTimeout(() => void Promise.all([loadBooking(), loadRequest()]).catch(() => {}), 1500);
    return () => clearTimeout(timer);
  }, [visitor]);

  const choose = useCallback(
    (choice: Choice) =>
      setChosen((last) => ({ ...choice, open: true, opening: (last?.opening ?? 0) + 1 }) as Chosen),
    [],
  );
  const book = useCallback<Book>(
    (service, kind) => {
      if (!visitor || kind === 'choice') return choose({ kind, service });
      keepWish({ kind, serviceId: service.id });
      signIn();
    },
    [visitor, choose],
  );
  const bookAgain = useCallback(
    (again: Again) => choose({ kind: kindOf(again), service: again.service, again: again.booking }),
    [choose],
  );
  // The sheet stays, with another inside.
  const turnTo = useCallback(
    (kind: BookingKind | 'choice') =>
      setChosen((now) => (now && now.kind !== 'custom_quote' ? { ...now, kind, fromChoice: true } : now)),
    [],
  );
  const toChoice = useCallback(() => turnTo('choice'), [turnTo]);
  const request = (serviceName = '') => {
    if (!visitor) return choose({ kind: 'custom_quote', serviceName });
    keepWish({ kind: 'custom_quote' });
    signIn();
  };

  // What a visitor reached for opens once they have signed in.
  const signedIn = user !== null;
  const { data: services } = useQuery({ ...servicesQuery(), enabled: false });
  useEffect(() => {
    if (!signedIn || !services) return;
    const wish = takeWish();
    if (wish?.kind === 'custom_quote') return choose({ kind: wish.kind, serviceName: '' });
    const service = wish && services.find(({ id }) => id === wish.serviceId);
    if (wish && service) choose({ kind: wish.kind, service });
  }, [signedIn, services, choose]);

  const close = useCallback(() => setChosen((now) => now && { ...now, open: false }), []);
  useEffect(() => {
    if (!shown) close();
  }, [shown, close]);
  const leaveFor = (href: string) => {
    close();
    navigate(href);
  };
  const refresh = () =>
    Promise.all([client.invalidateQueries(servicesQuery()), client.invalidateQueries(categoriesQuery())]);

  return (
    <Page title="Services" refresh={refresh}>
      <RequestBanner onRequest={() => request()} />
      {visitor && <LoginNotice />}
      <Catalogue
        shown={shown}
        onBook={book}
        onRequest={request}
        first={signedIn && <BookAgain services={services ?? []} shown={shown} onBook={bookAgain} />}
      />
      <WhyChoose />
      <Suspense>
        {chosen?.kind === 'custom_quote' && (
          <RequestSheet
            key={chosen.opening}
            user={user}
            serviceName={chosen.serviceName}
            open={chosen.open}
            onClose={close}
            onView={(booking) => leaveFor(hrefs.booking(booking.id))}
          />
        )}
        {chosen && chosen.kind !== 'custom_quote' && (
          <BookingSheet
            key={chosen.opening}
            kind={chosen.kind}
            service={chosen.service}
            about={<ServiceAbout service={chosen.service} />}
            again={chosen.again}
            user={user}
            open={chosen.open}
            onClose={close}
            onChoose={(kind) => (visitor ? book(chosen.service, kind) : turnTo(kind))}
            onBack={chosen.fromChoice ? toChoice : undefined}
            onPay={(details, clientSecret) => {
              handOverCheckout(chosen.service.id, { details, clientSecret });
              leaveFor(hrefs.checkout(chosen.service.id));
            }}
            onSubscribe={(details) => {
              handOverPlan({ ...details, serviceBooked: chosen.service.name });
              leaveFor(hrefs.subscribe(details.subscriptionTier));
            }}
            onCard={() => choose({ kind: 'one_time', service: chosen.service })}
            onBooked={(booking) => leaveFor(hrefs.booking(booking.id))}
          />
        )}
      </Suspense>
    </Page>
  );
}
