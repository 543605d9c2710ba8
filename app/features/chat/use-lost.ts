import { useEffect, useState } from 'react';
import { socket } from '../../lib/live/live.ts';
import { useSocketState } from './use-socket-state.ts';

/** The notices of a lost connection, for the customer and for the team. */
export const notConnected = 'Not connected: what you write is kept and sent later';

/**
 * Whether the connection was lost, or not possible, since the conversation was last joined; the state itself would
 * report each new attempt again.
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
