import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { socket, startLive, stopLive, whileSending } from '../../lib/live/live.ts';
import type { Speaker } from '../../lib/live/socket.ts';
import { may } from '../../lib/may.ts';
import { showBadge } from '../../pwa/push/badge.ts';
import { whileTold } from '../../pwa/returns.ts';
import { forgetUnkept } from '../../pwa/storage/plain-storage.ts';
import { outbox } from '../../pwa/unsent/outbox.ts';
import { chatQuery } from './chat-state.ts';
import { inboxQuery, unreadIn } from './inbox-queries.ts';
import { keepRooms } from './room.ts';

let running: { speaker: Speaker; stop: () => void } | null = null;

/**
 * Shows the number of unread messages in the navigation and on the app's icon, on every page; for the team, as far
 * as its inbox was read. After a return to the app the number includes the worker's count from notifications.
 */
function followUnread({ isSupport }: Speaker): () => void {
  const chatObserver = new QueryObserver(queryClient, chatQuery());
  const inbox = new InfiniteQueryObserver(queryClient, { ...inboxQuery('open'), enabled: false });
  const show = () => {
    if (document.visibilityState !== 'visible') return;
    const unread = isSupport
      ? unreadIn(inbox.getCurrentResult().data)
      : chatObserver.getCurrentResult().data?.unread;
    void showBadge(unread ?? 0);
  };
  const stop = isSupport ? inbox.subscribe(show) : chatObserver.subscribe(show);
  document.addEventListener('visibilitychange', show);
  show();
  return () => {
    document.removeEventListener('visibilitychange', show);
    stop();
  };
}

/**
 * Starts the socket, and its work while the chat is closed: hints, and the number of unread messages. A second call for
 * the same person changes nothing.
 * @returns a function that ends it
 */
export function startBackground(speaker: Speaker): () => void {
  if (running?.speaker.userId === speaker.userId && running.speaker.isSupport === speaker.isSupport)
    return running.stop;
  running?.stop();
  const stops = [keepRooms(), followUnread(speaker)];
  const stop = () => {
    if (running?.stop !== stop) return;
    running = null;
    for (const end of stops) end();
    forgetUnkept();
    stopLive();
  };
  running = { speaker, stop };
  startLive(speaker);
  whileTold(() => socket.isLive);
  whileSending(outbox.isSending);
  return stop;
}

/** Starts at once if the person came to chat; otherwise after the first screen. */
export function useBackground(user: User): void {
  const { id } = user;
  const isSupport = may(user, 'support.answer');
  useEffect(() => void startBackground({ userId: id, isSupport }), [id, isSupport]);
}
