import { addOutline } from 'ionicons/icons';
import { Link } from 'react-router-dom';
import { hrefs } from '../../../lib/hrefs.ts';
import { Icon } from '../../../ui/icon.tsx';

/** To the services, from the head of the bookings; at their end a button says the same in words. */
export function BookService() {
  return (
    <Link className="icon-button" aria-label="Book a service" to={hrefs.services}>
      <Icon src={addOutline} size={26} />
    </Link>
  );
}
