import type { Duplex } from 'node:stream';

/** Beyond this many times what an address may have, not even a handshake is spent on it. */
const patience = 2;

/** Counts what is open of each address, signed in or not. */
export function createPlaces(most: number): {
  /** Counts a connection until it ends. @returns whether there was a place; `flood`: by far not */
  take(address: string, socket: Duplex): 'free' | 'full' | 'flood';
} {
  const open = new Map<string, number>();
  return {
    take(address, socket) {
      const count = (open.get(address) ?? 0) + 1;
      open.set(address, count);
      socket.once('close', () => {
        const left = (open.get(address) ?? 0) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      });
      return count <= most ? 'free' : count <= most * patience ? 'full' : 'flood';
    },
  };
}
