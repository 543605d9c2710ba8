import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { keyOf, readPage } from '../api.ts';
import { type History, withEarlier, withMessage, withNewest } from './chat-history.ts';

/** A conversation from one of its two sides. */
export interface Talk {
  /** The customer's id. */
  id: string;
  /** Whether this is the team's side. */
  isSupport: boolean;
}

const pageLength = 50;

const historyKey = ({ id, isSupport }: Talk) =>
  isSupport ? keyOf('listConversationMessages', { id }) : keyOf('listChatMessages');

/** The messages, as far as they were read; a repeated read asks only for the newest page. */
export const historyQuery = (talk: Talk) =>
  queryOptions<History>({
    queryKey: historyKey(talk),
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await readPage<ChatMessage>(`${queryKey.join('/')}?limit=${pageLength}`, signal);
      return withNewest(client.getQueryData<History>(queryKey), page.items, page.next);
    },
  });

/** Reads the page before the known messages. @throws ApiError, NetworkError */
export async function readEarlier(client: QueryClient, talk: Talk): Promise<void> {
  const { queryKey } = historyQuery(talk);
  const from = client.getQueryData<History>(queryKey)?.next;
  if (!from) return;
  const { items, next } = await client.fetchQuery({
    // The key is no path, so the page itself is not stored; only its messages are.
    queryKey: ['chat', 'earlier', from],
    queryFn: ({ signal }) => readPage<ChatMessage>(from, signal),
    staleTime: 0,
    gcTime: 0,
  });
  client.setQueryData<History>(queryKey, (known) =>
    known?.next === from ? withEarlier(known, items, next) : known,
  );
}

/** The newest message after a gap, for each conversation whose newest page is being read because of that gap. */
const afterGap = new Map<string, ChatMessage>();

/** Reads the newest page, once for all the messages that come meanwhile; the last of them may be newer than it. */
async function readOverGap(client: QueryClient, talk: Talk, message: ChatMessage): Promise<void> {
  const { queryKey } = historyQuery(talk);
  const conversation = queryKey.join('/');
  const isUnderWay = afterGap.has(conversation);
  afterGap.set(conversation, message);
  if (isUnderWay) return;
  await client.invalidateQueries({ queryKey, exact: true });
  const last = afterGap.get(conversation);
  afterGap.delete(conversation);
  // The same message again would ask for ever while the network is away.
  if (last && last !== message) keepMessage(client, talk, last);
}

/**
 * Adds a message from the socket to the known part of its conversation. The server sends only the newest messages that
 * this client missed; if others are missing before them, they are read by the API.
 */
export function keepMessage(client: QueryClient, talk: Talk, message: ChatMessage): void {
  const { queryKey } = historyQuery(talk);
  const known = client.getQueryData<History>(queryKey);
  if (!known) return;
  const next = withMessage(known, message);
  if (next) client.setQueryData<History>(queryKey, next);
  else void readOverGap(client, talk, message);
}
