import { useQuery } from '@tanstack/react-query';
import { chatbubblesOutline } from 'ionicons/icons';
import type { Conversation } from '../../../api/contract/schemas/chat.ts';
import type { Customer } from '../../../api/contract/schemas/customers.ts';
import { fullNameOf } from '../../lib/full-name.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { isGone } from './names.ts';
import { conversationOfQuery } from './queries.ts';

/** The state of the customer's only conversation with support, and a link to it. */
export function CustomerConversation({ customer, shown }: { customer: Customer; shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...conversationOfQuery(customer.id), enabled: shown });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={1} height="9rem" label="Reading the conversation" />
    );
  const open = (
    <ButtonLink href={hrefs.adminConversation(customer.id)} icon={chatbubblesOutline} size="small">
      Open Conversation
    </ButtonLink>
  );
  if (isGone(customer))
    return (
      <EmptyState
        drawing="letter"
        title="No conversation any more"
        text="The messages were deleted with the account, and nobody can be written to."
      />
    );
  if (!data.lastMessage)
    return (
      <EmptyState
        drawing="letter"
        title="No conversation yet"
        text={oneText`${fullNameOf(customer)} has not written to support. You can write first.`}
        action={open}
      />
    );
  return (
    <Card className="stack" aria-labelledby="customer-conversation">
      <h2 id="customer-conversation">Live chat</h2>
      <Standing conversation={data} last={data.lastMessage} />
      <div className="row wrap">{open}</div>
    </Card>
  );
}

function Standing({
  conversation: { status, assignee, unread, waitingSince },
  last,
}: {
  conversation: Conversation;
  last: NonNullable<Conversation['lastMessage']>;
}) {
  const zone = useZone();
  return (
    <>
      <blockquote className="customer-words">{last.preview}</blockquote>
      <dl className="facts">
        <div>
          <dt>{last.isSupport ? 'The team wrote' : 'The customer wrote'}</dt>
          <dd title={formatExact(last.timestamp, zone)}>{formatWhen(last.timestamp, zone)}</dd>
        </div>
        {waitingSince && (
          <div>
            <dt>Waits since</dt>
            <dd title={formatExact(waitingSince, zone)}>{formatWhen(waitingSince, zone)}</dd>
          </div>
        )}
        <div>
          <dt>Unread</dt>
          <dd>{unread}</dd>
        </div>
        <div>
          <dt>Assigned to</dt>
          <dd>{assignee?.name ?? 'Nobody'}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{status === 'open' ? 'Open' : 'Closed'}</dd>
        </div>
      </dl>
    </>
  );
}
