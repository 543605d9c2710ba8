import '../page/list-pane.css';
import '../page/rail.css';
import { useLocation } from 'react-router-dom';
import { BookService } from '../../features/bookings/list/book-service.tsx';
import { Bookings } from '../../features/bookings/list/bookings.tsx';
import { hrefs, isActive } from '../../lib/hrefs.ts';

/** The booking named by the address. */
const bookingIn = (pathname: string): string | undefined =>
  new RegExp(`^${hrefs.bookings}/([^/]+)/?$`).exec(pathname)?.[1];

/**
 * The list of bookings beside the outlet that shows one of them, on a wide screen. The list is outside the outlet, whose
 * pages come and go, so it keeps its place, its tab and its scroll position.
 */
export default function BookingsPane() {
  const { pathname } = useLocation();
  const inFront = isActive(hrefs.bookings, pathname);
  return (
    <section className="list-pane" aria-label="Your bookings" hidden={!inFront}>
      <div className="list-pane-body">
        <div className="row spread">
          <h2 className="list-pane-title">Bookings</h2>
          <BookService />
        </div>
        <Bookings shown={inFront} selectedId={bookingIn(pathname)} />
      </div>
    </section>
  );
}
