import { type AddressInfo, createServer, type Server } from 'node:net';
import { EnvError } from '../core/env.ts';

/**
 * Takes a port (0: any free one) before anything else starts; `server.listen(claim)` then serves on it. Until then,
 * connections are cut off at once. @throws EnvError naming PORT or HOST.
 */
export function claimPort(port: number, host: string): Promise<Server> {
  const claim = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    claim.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, port, host)));
    claim.listen(port, host, () => resolve(claim));
  });
}

/** The number of a claimed port. */
export function portOf(claim: Server): number {
  const address = claim.address();
  if (!address || typeof address === 'string') throw new Error('the port was let go');
  return address.port;
}

/**
 * The address at which this machine reaches a claimed port. A server that listens on every address is reached on
 * loopback.
 */
export function ownUrl(claim: Server): string {
  const { address, family, port } = claim.address() as AddressInfo;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function refusal(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') return new EnvError(`PORT ${port} is in use by another program`);
  if (error.code === 'EACCES') return new EnvError(`PORT ${port} needs rights that this user does not have`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new EnvError(`HOST ${host} is not an address of this machine`);
  return error;
}
