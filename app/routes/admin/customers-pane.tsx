import '../page/list-pane.css';
import '../page/rail.css';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Customers } from '../../features/customers/customers.tsx';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';

/** The customer named by the address. */
const customerIn = (pathname: string): string | undefined =>
  new RegExp(`^${hrefs.adminCustomers}/([^/]+)/?$`).exec(pathname)?.[1];

/** The list of customers beside the outlet that shows one of them, on a wide screen; the address keeps the search. */
export default function CustomersPane() {
  const { user } = useUser();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const inFront = isActive(hrefs.adminCustomers, pathname);
  // The address belongs to another page while that is in front.
  const [ownSearch, setOwnSearch] = useState(search);
  if (inFront && ownSearch !== search) setOwnSearch(search);
  if (!may(user, 'customers.read')) return null;
  const keep = (narrowed: string) => {
    if (!inFront) return;
    const next = new URLSearchParams(narrowed);
    const tab = new URLSearchParams(search).get('tab');
    if (tab) next.set('tab', tab);
    navigate(next.size ? `${pathname}?${next}` : pathname, { replace: true });
  };
  return (
    <section className="list-pane" aria-label="All customers" hidden={!inFront}>
      <div className="list-pane-body">
        <h2 className="list-pane-title">Customers</h2>
        <Customers shown={inFront} search={ownSearch} onSearch={keep} selectedId={customerIn(pathname)} />
      </div>
    </section>
  );
}
