import { addOutline } from 'ionicons/icons';
import { Link } from 'react-router-dom';
import { hrefs } from '../../../lib/hrefs.ts';
import { Icon } from '../../../ui/icon.tsx';

/** A link to the services, at the head of the bookings; a button at the list's end has the same link in words. */
export function BookService() {
  return (
    <Link className="icon-button" aria-label="Book a service" to={hrefs.services}>
      <Icon src={addOutline} size={26} />
    </Link>
  );
}
