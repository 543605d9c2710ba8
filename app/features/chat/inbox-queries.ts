import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import type { Conversation } from '../../../api/contract/chat.ts';
import type { Booking } from '../../../api/contract/entities.ts';
import { keyOf, readPage } from '../../lib/api.ts';
import { pagesOf, rowsOf } from '../../lib/cache/pages.ts';

export const inboxFilters = ['open', 'mine', 'unassigned', 'closed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabels: Record<InboxFilter, string> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  closed: 'Closed',
};

/** What the address says (`?show=`); the open ones unless it says otherwise. */
export function inboxFilterOf(search: string): InboxFilter {
  const named = new URLSearchParams(search).get('show');
  return inboxFilters.find((filter) => filter === named) ?? 'open';
}

/** What the address says of a filter. */
export const inboxSearch = (filter: InboxFilter): string => (filter === 'open' ? '' : `?show=${filter}`);

const asked: Record<InboxFilter, string> = {
  open: '?status=open',
  mine: '?status=open&assignee=me',
  unassigned: '?status=open&assignee=nobody',
  closed: '?status=closed',
};

/** Conversations: unread first, then who waits longest. */
export const inboxQuery = (filter: InboxFilter) => ({
  ...pagesOf<Conversation>(keyOf('listConversations'), asked[filter]),
  staleTime: 0,
});

/** How many of the open conversations have something that nobody of the team has seen; those come first. */
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

export const cannedRepliesQuery = () =>
  queryOptions<Answer<'listCannedReplies'>>({ queryKey: keyOf('listCannedReplies'), staleTime: 0 });

/** Who the customer is to the team: plan, hours, what the house needs. */
export const customerQuery = (id: string) =>
  queryOptions<Answer<'readCustomer'>>({ queryKey: keyOf('readCustomer', { id }), staleTime: 0 });

const lastBookings = 3;
export const lastBookingsQuery = (id: string) => {
  const search = `?${new URLSearchParams({ customer: id, limit: String(lastBookings) })}`;
  return queryOptions<Booking[]>({
    queryKey: [...keyOf('listAllBookings'), search],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readPage<Booking>(keyOf('listAllBookings').join('/') + search, signal)).items,
  });
};
