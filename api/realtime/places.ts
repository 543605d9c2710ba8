import type { Duplex } from 'node:stream';

/** Beyond this multiple of an address's limit, a socket is cut off without a handshake. */
const patience = 2;

/** Counts the open sockets of each address, signed in or not. */
export function createPlaces(most: number): {
  /** Counts a connection until it ends. @returns whether there was room; `flood`: far too many */
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
