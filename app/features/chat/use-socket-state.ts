import { useSyncExternalStore } from 'react';
import { socket } from '../../lib/live/live.ts';
import type { SocketState } from '../../lib/live/socket.ts';

export const useSocketState = (): SocketState =>
  useSyncExternalStore(
    (changed) => socket.onState(changed),
    () => socket.state,
  );
