import './inbox.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { checkmarkDoneOutline, hourglassOutline, personOutline } from 'ionicons/icons';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Conversation } from '../../../../api/contract/schemas/chat.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { rowsOf } from '../../../lib/cache/pages.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useZone } from '../../../lib/session.ts';
import { formatDay, formatExact, formatTime } from '../../../lib/time/dates.ts';
import { PlanBadge } from '../../../shared/plan-badge.tsx';
import { Vouched } from '../../../shared/vouched.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { More } from '../../../ui/lists/more.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { UnreadMark } from '../../../ui/unread-mark.tsx';
import { useBackground } from '../background.ts';
import {
  filterLabels,
  type InboxFilter,
  inboxFilterOf,
  inboxFilters,
  inboxQuery,
  inboxSearch,
} from '../inbox-queries.ts';
import { useInInbox } from '../room.ts';
import { formatWaiting, useMinute } from './waiting.ts';

interface InboxProps {
  user: User;
  shown: boolean;
  /** The query of the address, which keeps the filter. */
  search: string;
  onSearch: (search: string) => void;
  /** The conversation beside the list, with two panes. */
  selectedId?: string | undefined;
}

/** The team's conversations: unread ones first, then the customers who wait longest. */
export function Inbox({ user, shown, search, onSearch, selectedId }: InboxProps) {
  const filter = inboxFilterOf(search);
  const panel = useId();
  useBackground(user);
  useInInbox(shown);
  return (
    <div className="stack inbox">
      <Tabs
        label="Conversations by state"
        value={filter}
        onChange={(next) => onSearch(inboxSearch(next))}
        items={inboxFilters.map((value) => ({ value, label: filterLabels[value] }))}
        panelId={panel}
      />
      <div id={panel} role="tabpanel" aria-label={filterLabels[filter]}>
        <Conversations filter={filter} shown={shown} selectedId={selectedId} />
      </div>
    </div>
  );
}

const nothing: Record<InboxFilter, { title: string; text: string }> = {
  open: { title: 'Nobody waits', text: 'Who writes in the live chat stands here at once.' },
  mine: { title: 'None of them is yours', text: 'Conversations that you take over appear here.' },
  unassigned: { title: 'Each has somebody', text: 'Every open conversation is assigned to somebody.' },
  closed: { title: 'Nothing is closed yet', text: 'What was settled and closed stands here.' },
};

function Conversations({
  filter,
  shown,
  selectedId,
}: { filter: InboxFilter } & Pick<InboxProps, 'shown' | 'selectedId'>) {
  const inbox = useInfiniteQuery({ ...inboxQuery(filter), enabled: shown });
  const now = useMinute(shown);
  const { data, error } = inbox;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void inbox.refetch()} />
    ) : (
      <Skeleton cards={5} height="5.5rem" label="Reading the conversations" />
    );
  const conversations = rowsOf(data);
  if (!conversations.length) return <EmptyState drawing="letter" {...nothing[filter]} />;
  return (
    <div className="stack">
      <ul className="inbox-list">
        {conversations.map((conversation) => (
          <li key={conversation.id} data-row>
            <Row
              conversation={conversation}
              now={now}
              search={inboxSearch(filter)}
              selected={conversation.id === selectedId}
              replace={selectedId !== undefined}
            />
          </li>
        ))}
      </ul>
      <More list={inbox} />
    </div>
  );
}

interface RowProps {
  conversation: Conversation;
  now: number;
  search: string;
  selected: boolean;
  /** Whether the opened conversation replaces the one before in the history. */
  replace: boolean;
}

function Row({ conversation, now, search, selected, replace }: RowProps) {
  const zone = useZone();
  const { id, customer, unread, waitingSince, lastMessage, assignee, status } = conversation;
  const at = lastMessage?.timestamp;
  return (
    <Link
      to={hrefs.adminConversation(id) + search}
      replace={replace}
      className={unread ? 'card inbox-row unread' : 'card inbox-row'}
      aria-current={selected ? 'true' : undefined}
    >
      <span className="inbox-who">
        <strong>{customer.name}</strong>
        <UnreadMark count={unread} />
        {at && (
          <time className="muted" dateTime={at} title={formatExact(at, zone)}>
            {formatDay(at, zone) === 'Today' ? formatTime(at, zone) : formatDay(at, zone)}
          </time>
        )}
      </span>
      <span className="inbox-preview muted">
        {lastMessage
          ? oneText`${lastMessage.isSupport ? 'Team: ' : ''}${lastMessage.preview}`
          : 'Nothing was written yet'}
      </span>
      <span className="inbox-marks">
        <Vouched by={customer} />
        {waitingSince && (
          <span className="badge pending">
            <Icon src={hourglassOutline} size={14} />
            <span>{oneText` Waiting ${formatWaiting(waitingSince, now)}`}</span>
          </span>
        )}
        {status === 'closed' && (
          <span className="badge inbox-quiet">
            <Icon src={checkmarkDoneOutline} size={14} /> Closed
          </span>
        )}
        <PlanBadge tier={customer.tier} />
        {assignee && (
          <span className="badge inbox-quiet">
            <Icon src={personOutline} size={14} /> <span>{assignee.name}</span>
          </span>
        )}
      </span>
    </Link>
  );
}
