import { useEffect } from 'react';
import { create } from 'zustand';
import type { ServerEvent } from '../../../api/contract/schemas/events.ts';
import { historyQuery, keepMessage, type Talk } from '../../lib/cache/chat-messages.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { socket } from '../../lib/live/live.ts';
import { useSomebodyLooks } from './in-front.ts';
import { TypingShown, type Typist } from './typing.ts';

type Presence = Omit<Extract<ServerEvent, { type: 'presence' }>['data'], 'conversationId'>;

export interface Room {
  /** Whether messages in the room arrive. */
  joined: boolean;
  typists: readonly Typist[];
  /** `null` while unknown. */
  presence: Presence | null;
}

const empty: Room = { joined: false, typists: [], presence: null };
const useRooms = create<Record<string, Room>>(() => ({}));

interface Held {
  talk: Talk;
  /** The number of components that show the room. */
  holders: number;
  typing: TypingShown;
}

/** The rooms that this app shows, by the customer's id. */
const held = new Map<string, Held>();

const setRoom = (id: string, change: Partial<Room>) =>
  useRooms.setState((rooms) => ({ [id]: { ...(rooms[id] ?? empty), ...change } }));

/** The state of a conversation's room. */
export const useRoom = (id: string): Room => useRooms((rooms) => rooms[id] ?? empty);

/** Keeps the person in a conversation's room while it is shown and looked at, also after the socket was lost. */
export function useInRoom(talk: Talk, shown: boolean): void {
  const { id, isSupport } = talk;
  const there = useSomebodyLooks() && shown;
  useEffect(() => (there ? enter({ id, isSupport }) : undefined), [id, isSupport, there]);
}

function enter(talk: Talk): () => void {
  const known = held.get(talk.id);
  if (known) known.holders += 1;
  else {
    const typing = new TypingShown((typists) => setRoom(talk.id, { typists }));
    held.set(talk.id, { talk, holders: 1, typing });
    join(talk);
  }
  return () => {
    const room = held.get(talk.id);
    if (!room) return;
    room.holders -= 1;
    if (room.holders) return;
    held.delete(talk.id);
    room.typing.end();
    useRooms.setState(({ [talk.id]: _, ...rest }) => rest, true);
    socket.send({ type: 'leave', data: { conversationId: talk.id } });
  };
}

let inboxes = 0;

/** Reports that the team is present while the support inbox is shown and looked at. */
export function useInInbox(shown: boolean): void {
  const there = useSomebodyLooks() && shown;
  useEffect(() => {
    if (!there) return;
    inboxes += 1;
    if (inboxes === 1) joinInbox();
    return () => {
      inboxes -= 1;
      if (!inboxes) socket.send({ type: 'leave', data: {} });
    };
  }, [there]);
}

function joinInbox(): void {
  const { speaker } = socket;
  if (inboxes && speaker?.isSupport)
    socket.send({ type: 'join', data: { userId: speaker.userId, isSupport: true } });
}

/** Support names the conversation; a customer has only one. */
const named = ({ id, isSupport }: Talk) => (isSupport ? { conversationId: id } : {});

/** Joins the room, and requests the messages after the last known one. */
function join(talk: Talk): void {
  const { speaker } = socket;
  if (!speaker) return;
  const known = queryClient.getQueryData(historyQuery(talk).queryKey);
  socket.send({
    type: 'join',
    data: {
      userId: speaker.userId,
      isSupport: talk.isSupport,
      ...named(talk),
      ...(known && { lastSeenId: known.messages.at(-1)?.id ?? null }),
    },
  });
}

/** Called after the first read of the history: requests the messages between that read and the joining. */
export function catchUp(talk: Talk): void {
  if (useRooms.getState()[talk.id]?.joined) join(talk);
}

export function sayTyping(talk: Talk): void {
  const { speaker } = socket;
  if (!speaker || !useRooms.getState()[talk.id]?.joined) return;
  socket.send({
    type: 'typing',
    data: { userId: speaker.userId, isSupport: talk.isSupport, ...named(talk) },
  });
}

/** Joins rooms again with each new socket, and receives their messages. Must be called once. */
export function keepRooms(): () => void {
  const stops = [
    socket.onState((state) => {
      if (state === 'online') joinInbox();
      for (const { talk, typing } of held.values()) {
        if (state === 'online') join(talk);
        else {
          setRoom(talk.id, { joined: false, presence: null });
          typing.end();
        }
      }
    }),
    socket.onEvent(hear),
  ];
  if (socket.state === 'online') {
    joinInbox();
    for (const { talk } of held.values()) join(talk);
  }
  return () => {
    for (const stop of stops) stop();
  };
}

function hear(event: ServerEvent): void {
  if (event.type === 'joined' && event.data.conversationId) {
    const id = event.data.conversationId;
    if (held.has(id)) setRoom(id, { joined: true });
  } else if (event.type === 'presence') {
    const { conversationId, ...presence } = event.data;
    if (held.has(conversationId)) setRoom(conversationId, { presence });
  } else if (event.type === 'typing') {
    const { conversationId, isSupport, sender } = event.data;
    held.get(conversationId)?.typing.heard({ name: sender, isSupport });
  } else if (event.type === 'message') {
    const message = event.data;
    const room = held.get(message.conversationId);
    if (!room) return;
    keepMessage(queryClient, room.talk, message);
    room.typing.wrote({ name: message.sender, isSupport: message.isSupport });
  }
}
