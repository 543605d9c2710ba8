import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { call } from '../../lib/api.ts';
import type { Talk } from '../../lib/cache/chat-messages.ts';
import { useNoticesSeen } from '../../pwa/shown-notices.ts';
import { chatQuery } from './chat-state.ts';
import { useInFront } from './in-front.ts';
import { conversationQuery } from './inbox-queries.ts';

/**
 * Tells the server how far the other side's messages were seen: up to the newest one, once it is on screen and the
 * app in front. A report that failed is repeated with the next, or when the socket is back.
 */
export function useSeen(
  talk: Talk,
  messages: readonly ChatMessage[] | undefined,
  visible: boolean,
  joined: boolean,
): void {
  const client = useQueryClient();
  const inFront = useInFront();
  const reportedId = useRef('');
  const { id, isSupport } = talk;
  const newest = messages?.findLast((message) => message.isSupport !== isSupport)?.id;
  useNoticesSeen('chat', !isSupport && visible);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a room that is joined again is the occasion to try again
  useEffect(() => {
    if (!newest || !visible || !inFront || reportedId.current === newest) return;
    reportedId.current = newest;
    const tell = async () => {
      const body = { messageId: newest };
      if (isSupport)
        client.setQueryData(
          conversationQuery(id).queryKey,
          await call('seeConversation', { params: { id }, body }),
        );
      else client.setQueryData(chatQuery().queryKey, await call('seeChat', { body }));
    };
    tell().catch(() => {
      reportedId.current = '';
    });
  }, [client, id, isSupport, newest, visible, inFront, joined]);
}
