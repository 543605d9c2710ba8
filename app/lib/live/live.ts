import { queryClient, signedOut } from '../cache/query-client.ts';
import { isHeld, onHold } from '../hold.ts';
import { onBackOnline } from '../online.ts';
import { Hints } from './hints.ts';
import { type Line, LiveSocket, type Speaker } from './socket.ts';

const isSeen = () => document.visibilityState === 'visible';

const origin = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

/** The app's one socket. */
export const socket = new LiveSocket({
  open: (path): Line => new WebSocket(origin() + path),
  random: Math.random,
  // Everything on the page was read after the page began to load.
  since: performance.timeOrigin,
  signedOut,
});

let sending = () => false;
/** `isSending`: whether the outbox is being sent; everything that it changes is read again afterwards. */
export const whileSending = (isSending: () => boolean): void => {
  sending = isSending;
};

const hints = new Hints(queryClient, isSeen, () => sending());
let watching = false;
/** The person who wants the socket, also while it is held. */
let wanted: Speaker | null = null;

/** Connects for the signed-in person; called after the first screen, or when the chat is opened. */
export function startLive(speaker: Speaker): void {
  if (!watching) watch();
  wanted = speaker;
  if (!isHeld()) socket.start(speaker);
}

export function stopLive(): void {
  wanted = null;
  socket.stop();
  hints.forget();
}

function watch(): void {
  watching = true;
  socket.onEvent((event) => {
    if (event.type === 'changed') hints.hear(event.data.keys);
  });
  onHold((held) => {
    if (held) socket.stop();
    else if (wanted) socket.start(wanted);
  });
  const wake = () => socket.wake();
  onBackOnline(wake);
  addEventListener('online', wake);
  // The socket may be lost without an event.
  addEventListener('offline', () => socket.probe());
  addEventListener('pagehide', () => socket.pause());
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', () => {
    if (!isSeen()) return;
    wake();
    hints.seen();
  });
}
