import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { inboxFilterOf, inboxQuery } from '../../features/chat/inbox-queries.ts';
import { Inbox } from '../../features/chat/team/inbox.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { useUser } from '../../lib/session.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { AdminPage } from './admin-page.tsx';

/** The support inbox; a hint to choose a conversation if the inbox is already beside this page. */
export default function AdminSupportPage() {
  const { user } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = `?${useOwnQuery(hrefs.adminSupport)}`;
  const shown = useShown();
  const wide = useWide();
  return (
    <AdminPage
      at={hrefs.adminSupport}
      titleHidden={wide}
      refresh={() => client.invalidateQueries({ queryKey: inboxQuery(inboxFilterOf(search)).queryKey })}
    >
      {wide ? (
        <EmptyState
          drawing="letter"
          title="Choose a conversation"
          text="The messages, the customer and the box for your answer open on this side."
        />
      ) : (
        user && (
          <Inbox
            user={user}
            shown={shown}
            search={search}
            onSearch={(next) => navigate(hrefs.adminSupport + next, { replace: true })}
          />
        )
      )}
    </AdminPage>
  );
}
