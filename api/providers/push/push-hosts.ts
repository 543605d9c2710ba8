import { isLoopback } from '../../core/loopback.ts';

/** The push services of the known browsers; a leading dot stands for every host below. */
const known = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const;

/** The longest accepted address, in characters, longer than any service's. */
const longest = 1000;

/**
 * The addresses that the server may post to. Browsers name them, so anybody may name any; without a list, the server
 * would post to any host in its own network.
 * @param more hosts beside the known ones, with a port if it is not https's own
 * @param loopbackHttp whether such a host may be this machine without https
 */
export function createPushHosts(
  more: readonly string[],
  loopbackHttp: boolean,
): (endpoint: string) => boolean {
  return (endpoint) => {
    if (endpoint.length > longest || !URL.canParse(endpoint)) return false;
    const { protocol, hostname, host, username, password } = new URL(endpoint);
    if (username || password) return false;
    const isListed = more.includes(host);
    if (protocol === 'http:') return loopbackHttp && isListed && isLoopback(hostname);
    if (protocol !== 'https:') return false;
    return isListed || known.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name));
  };
}
