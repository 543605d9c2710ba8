import { useEffect, useState } from 'react';
import { socket } from '../../lib/live/live.ts';
import { useSocketState } from './use-socket-state.ts';

/** What a conversation says of itself meanwhile, to its customer and to the team. */
export const notConnected = 'Not connected: what you write is kept and sent later';

/**
 * Whether the connection was lost, or could not be had, since the conversation was joined last; attempt after attempt
 * would say itself anew.
 */
export function useLost(joined: boolean): boolean {
  const state = useSocketState();
  const [lost, setLost] = useState(false);
  useEffect(
    () =>
      socket.onState((state) => {
        if (state === 'closed') setLost(true);
      }),
    [],
  );
  useEffect(() => {
    if (joined) setLost(false);
  }, [joined]);
  return !joined && (lost || state === 'closed');
}
