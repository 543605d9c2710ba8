import '../page/list-pane.css';
import '../page/rail.css';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Inbox } from '../../features/chat/team/inbox.tsx';
import { hrefs, isActive } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';

/** The conversation named by the address. */
const conversationIn = (pathname: string): string | undefined =>
  new RegExp(`^${hrefs.adminSupport}/([^/]+)/?$`).exec(pathname)?.[1];

/** The support inbox beside the outlet that shows one conversation, on a wide screen; the address keeps the filter. */
export default function SupportPane() {
  const { user } = useUser();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const inFront = isActive(hrefs.adminSupport, pathname);
  // The address belongs to another page while that is in front.
  const [ownSearch, setOwnSearch] = useState(search);
  if (inFront && ownSearch !== search) setOwnSearch(search);
  if (!user || !may(user, 'support.answer')) return null;
  return (
    <section className="list-pane" aria-label="Conversations" hidden={!inFront}>
      <div className="list-pane-body">
        <h2 className="list-pane-title">Support</h2>
        <Inbox
          user={user}
          shown={inFront}
          search={ownSearch}
          onSearch={(next) => navigate(pathname + next, { replace: true })}
          selectedId={conversationIn(pathname)}
        />
      </div>
    </section>
  );
}
