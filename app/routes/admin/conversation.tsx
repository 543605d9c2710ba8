import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { conversationQuery, inboxFilterOf, inboxSearch } from '../../features/chat/inbox-queries.ts';
import { CustomerFacts } from '../../features/chat/team/customer-facts.tsx';
import { SupportTalk } from '../../features/chat/team/support-talk.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { useRoomy, useWide } from '../../ui/hooks/use-wide.ts';
import { useOwnQuery } from '../../ui/ionic/use-own-query.ts';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { AdminPage } from './admin-page.tsx';

export default function AdminConversationPage() {
  const { id = '' } = useParams();
  const { user } = useUser();
  const query = useOwnQuery(hrefs.adminConversation(id));
  const shown = useShown();
  const wide = useWide();
  const roomy = useRoomy();
  const { data } = useQuery({ ...conversationQuery(id), enabled: false });
  return (
    <AdminPage
      at={hrefs.adminSupport}
      key={id}
      detail
      title={data?.customer.name ?? 'Conversation'}
      {...(!wide && { back: hrefs.adminSupport + inboxSearch(inboxFilterOf(`?${query}`)) })}
    >
      {user && (
        <SupportTalk
          id={id}
          user={user}
          shown={shown}
          roomy={roomy}
          facts={may(user, 'customers.read') && <CustomerFacts id={id} shown={shown} />}
        />
      )}
    </AdminPage>
  );
}
