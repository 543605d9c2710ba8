import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Env } from '../core/env.ts';
import { isHttps } from './cookies.ts';

/** This machine and private networks, which no outside caller has an address of. */
const near = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, bits, 'ipv6');

/**
 * The address that a request came from: the one that the outermost of our own proxies added to `X-Forwarded-For`.
 * Without TRUSTED_PROXIES, one proxy is assumed on https, since this server ends no TLS. In that case a direct
 * connection from a public address counts as its own address, whatever its headers say.
 */
export function callerOf(env: Pick<Env, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>): (req: IncomingMessage) => string {
  const proxies = env.TRUSTED_PROXIES ?? (isHttps(env) ? 1 : 0);
  const isProxy = (peer: string) =>
    env.TRUSTED_PROXIES !== undefined ||
    (isIP(peer) > 0 && near.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4'));
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? '');
    if (proxies === 0 || !isProxy(peer)) return peer;
    const addresses = String(headers['x-forwarded-for'] ?? '').split(',');
    const caller = addresses.slice(-proxies)[0]?.trim() ?? '';
    return isIP(caller) ? caller : peer;
  };
}

/** The form of an IPv4 address on a socket that listens on both families. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
