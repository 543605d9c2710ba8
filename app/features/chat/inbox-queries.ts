import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import type { Conversation } from '../../../api/contract/schemas/chat.ts';
import { keyOf } from '../../lib/api.ts';
import { pagesOf, rowsOf } from '../../lib/cache/pages.ts';

export const inboxFilters = ['open', 'mine', 'unassigned', 'closed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabels: Record<InboxFilter, string> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  closed: 'Closed',
};

/** The filter in the address (`?show=`); open conversations by default. */
export function inboxFilterOf(search: string): InboxFilter {
  const named = new URLSearchParams(search).get('show');
  return inboxFilters.find((filter) => filter === named) ?? 'open';
}

/** A filter as a query of the address. */
export const inboxSearch = (filter: InboxFilter): string => (filter === 'open' ? '' : `?show=${filter}`);

const queryStrings: Record<InboxFilter, string> = {
  open: '?status=open',
  mine: '?status=open&assignee=me',
  unassigned: '?status=open&assignee=nobody',
  closed: '?status=closed',
};

/** Conversations: unread ones first, then the customers who wait longest. */
export const inboxQuery = (filter: InboxFilter) => ({
  ...pagesOf<Conversation>(keyOf('listConversations'), queryStrings[filter]),
  staleTime: 0,
});

/** The number of open conversations with messages that nobody in the team has seen; those come first. */
export function useUnreadConversations(shown: boolean): number {
  const { data } = useInfiniteQuery({ ...inboxQuery('open'), enabled: shown });
  return unreadIn(data);
}

export const unreadIn = (data: Parameters<typeof rowsOf<Conversation>>[0] | undefined): number =>
  data ? rowsOf(data).filter(({ unread }) => unread > 0).length : 0;

export const conversationQuery = (id: string) =>
  queryOptions<Answer<'readConversation'>>({
    queryKey: keyOf('readConversation', { id }),
    staleTime: 0,
  });
