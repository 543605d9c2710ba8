import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Env } from '../env.ts';
import { readNetworks } from '../networks.ts';
import { isHttps } from './session.ts';

/** Where proxies stand unless the environment says: on this machine or beside it, as no caller from outside can. */
const near = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,fc00::/7,fe80::/10';

/**
 * Whose address a request came from. Behind https there is a proxy, since we end no TLS ourselves: the address that it
 * adds last is the caller's. Whoever comes by another way is who they are, whatever they say.
 */
export function callerOf(env: Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>): (req: IncomingMessage) => string {
  const proxies = isHttps(env) ? readNetworks(env.TRUSTED_PROXIES ?? near) : null;
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? '');
    if (!proxies || !isIP(peer) || !proxies.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return peer;
    const told =
      String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() ?? '';
    return isIP(told) ? told : peer;
  };
}

/** A socket that listens on both families calls IPv4 so. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
