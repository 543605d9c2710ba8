import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Booking } from '../../api/contract/schemas/bookings.ts';
import type { Service } from '../../api/contract/schemas/catalogue.ts';
import type { User } from '../../api/contract/schemas/people.ts';
import { type Again, kindOf } from '../features/bookings/book/again.ts';
import { BookAgain } from '../features/bookings/book/book-again.tsx';
import type { BookingKind } from '../features/bookings/form/drafts.ts';
import { bookingsQuery } from '../features/bookings/queries.ts';
import { Catalogue } from '../features/catalogue/catalogue.tsx';
import { LoginNotice } from '../features/catalogue/login-notice.tsx';
import { categoriesQuery, servicesQuery } from '../features/catalogue/queries.ts';
import { RequestBanner } from '../features/catalogue/request-banner.tsx';
import { ServiceAbout } from '../features/catalogue/service-about.tsx';
import type { Book } from '../features/catalogue/service-card.tsx';
import { WhyChoose } from '../features/catalogue/why-choose.tsx';
import { keepWish, takeWish } from '../features/catalogue/wish.ts';
import type { RequestedQuote } from '../features/catalogue/wish-text.ts';
import { wishedIn } from '../features/catalogue/wish-text.ts';
import { handOverCheckout } from '../features/checkout/checkout-handover.ts';
import { handOverPlan } from '../features/subscription/plan-handover.ts';
import { hrefs } from '../lib/hrefs.ts';
import { idIn } from '../lib/search.ts';
import { signIn, useUser } from '../lib/session.ts';
import { useOwnQuery } from '../ui/ionic/use-own-query.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { toast } from '../ui/toasts/toast.tsx';
import { Page } from './page/page.tsx';

const loadBooking = () => import('../features/bookings/book/booking-sheet.tsx');
const loadRequest = () => import('../features/bookings/request/request-sheet.tsx');
const BookingSheet = lazy(loadBooking);
const RequestSheet = lazy(loadRequest);

type Chosen = (
  | { kind: BookingKind | 'choice'; service: Service; again?: Booking; fromChoice?: boolean }
  | ({ kind: 'custom_quote' } & RequestedQuote)
) & {
  open: boolean;
  /** Counts the openings: each begins at the first step; typed text is stored elsewhere. */
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

  useFormsAhead(!visitor);
  const choose = useCallback(
    (choice: Choice) =>
      setChosen((last) => ({ ...choice, open: true, opening: (last?.opening ?? 0) + 1 }) as Chosen),
    [],
  );
  const request = useCallback(
    (wanted: RequestedQuote) => {
      if (!visitor) return choose({ kind: 'custom_quote', ...wanted });
      keepWish({ kind: 'custom_quote', ...wanted });
      signIn();
    },
    [visitor, choose],
  );
  const book = useCallback<Book>(
    (service, kind) => {
      if (kind === 'custom_quote') return request({ serviceName: service.name, serviceId: service.id });
      if (!visitor || kind === 'choice') return choose({ kind, service });
      keepWish({ kind, serviceId: service.id });
      signIn();
    },
    [visitor, choose, request],
  );
  const bookAgain = useCallback(
    (again: Again) => choose({ kind: kindOf(again), service: again.service, again: again.booking }),
    [choose],
  );
  // The sheet stays open with other content.
  const turnTo = useCallback(
    (kind: BookingKind | 'choice') =>
      setChosen((now) => (now && now.kind !== 'custom_quote' ? { ...now, kind, fromChoice: true } : now)),
    [],
  );
  const toChoice = useCallback(() => turnTo('choice'), [turnTo]);

  const { data: services } = useQuery({ ...servicesQuery(), enabled: false });
  const signedIn = user !== null;
  const bookings = useQuery({ ...bookingsQuery(), enabled: signedIn && shown });
  useWish(signedIn, services, choose);
  useAddress(shown, { services, bookings: bookings.data, book, bookAgain });

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
      <RequestBanner onRequest={() => request({ serviceName: '' })} />
      {visitor && <LoginNotice />}
      <Catalogue
        shown={shown}
        onBook={book}
        onRequest={(sought) => request({ serviceName: sought })}
        firstWaits={signedIn && !bookings.data}
        first={signedIn && <BookAgain services={services ?? []} shown={shown} onBook={bookAgain} />}
      />
      <WhyChoose />
      {chosen && (
        <Sheets
          chosen={asOfferedNow(chosen, services)}
          user={user}
          onClose={close}
          onLeaveFor={leaveFor}
          onChoose={choose}
          onKind={(service, kind) =>
            visitor || kind === 'custom_quote' ? book(service, kind) : turnTo(kind)
          }
          onBack={toChoice}
        />
      )}
    </Page>
  );
}

/** The service as it was read last: it may have changed since the sheet was opened. */
function asOfferedNow(chosen: Chosen, services: readonly Service[] | undefined): Chosen {
  if (chosen.kind === 'custom_quote') return chosen;
  const now = services?.find(({ id }) => id === chosen.service.id);
  return now ? { ...chosen, service: now } : chosen;
}

/** The forms' code is loaded while the person looks around, so that it is there at the first tap. */
function useFormsAhead(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => void Promise.all([loadBooking(), loadRequest()]).catch(() => {}), 1500);
    return () => clearTimeout(timer);
  }, [wanted]);
}

/** Opens the form that a visitor wanted, once they have signed in. */
function useWish(
  signedIn: boolean,
  services: readonly Service[] | undefined,
  choose: (choice: Choice) => void,
): void {
  useEffect(() => {
    if (!signedIn || !services) return;
    const wish = takeWish();
    const service = wish && wishedIn(services, wish);
    if (wish?.kind === 'custom_quote') return choose({ ...wish, ...(service && { serviceId: service.id }) });
    if (wish && service) choose({ kind: wish.kind, service });
    if (wish && !service)
      toast({ title: 'No longer offered', description: 'The service that you chose is no longer offered.' });
  }, [signedIn, services, choose]);
}

/** Opens what the address names, and takes it out of the address: a service, or the form of a booking to repeat. */
function useAddress(
  shown: boolean,
  {
    services,
    bookings,
    book,
    bookAgain,
  }: {
    services: readonly Service[] | undefined;
    bookings: readonly Booking[] | undefined;
    book: Book;
    bookAgain: (again: Again) => void;
  },
): void {
  const navigate = useNavigate();
  const query = useOwnQuery(hrefs.services);
  const [wanted, again] = [idIn(query.get('book')), idIn(query.get('again'))];
  useEffect(() => {
    if (!shown || !services || (again ? !bookings : !wanted)) return;
    const booking = bookings?.find(({ id }) => id === again);
    const service = services.find(({ id }) => id === (booking?.service.id ?? wanted));
    // Before the sheet, whose entry in the history comes after the page's.
    navigate(hrefs.services, { replace: true });
    if (!service) toast({ title: 'No longer offered', description: 'Please choose another service.' });
    else if (booking) bookAgain({ service, booking });
    else book(service, 'choice');
  }, [shown, wanted, again, services, bookings, book, bookAgain, navigate]);
}

/** The sheets that a tap opens over the page. */
function Sheets({
  chosen,
  user,
  onClose,
  onLeaveFor,
  onChoose,
  onKind,
  onBack,
}: {
  chosen: Chosen;
  user: User | null;
  onClose: () => void;
  onLeaveFor: (href: string) => void;
  onChoose: (choice: Choice) => void;
  onKind: (service: Service, kind: BookingKind | 'custom_quote') => void;
  onBack: () => void;
}) {
  // With a boundary of its own each sheet is removed at once, also if the code of the next one must be loaded: hidden
  // by the boundary, it would still block the page.
  if (chosen.kind === 'custom_quote')
    return (
      <Suspense key={chosen.opening}>
        <RequestSheet
          user={user}
          serviceName={chosen.serviceName}
          serviceId={chosen.serviceId}
          open={chosen.open}
          onClose={onClose}
          onView={(booking) => onLeaveFor(hrefs.booking(booking.id))}
        />
      </Suspense>
    );
  const { service } = chosen;
  return (
    <Suspense key={chosen.opening}>
      <BookingSheet
        kind={chosen.kind}
        service={service}
        about={<ServiceAbout service={service} />}
        again={chosen.again}
        user={user}
        open={chosen.open}
        onClose={onClose}
        onChoose={(kind) => onKind(service, kind)}
        onBack={chosen.fromChoice ? onBack : undefined}
        onPay={(details, clientSecret) => {
          handOverCheckout(service.id, { details, clientSecret, price: service.price });
          onLeaveFor(hrefs.checkout(service.id));
        }}
        onSubscribe={(details) => {
          handOverPlan({ ...details, serviceBooked: service.name });
          onLeaveFor(hrefs.subscribe(details.subscriptionTier));
        }}
        onCard={() => onChoose({ kind: 'one_time', service })}
        onBooked={(booking) => onLeaveFor(hrefs.booking(booking.id))}
      />
    </Suspense>
  );
}
