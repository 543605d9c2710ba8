import { isLoopback, loopbackHosts } from '../core/loopback.ts';

/**
 * The product's own origins: PUBLIC_URL's, and on loopback the machine's other names too, since a person may type
 * any of them.
 */
export function ownOrigins(publicUrl: string): { includes: (origin: string) => boolean } {
  const url = new URL(publicUrl);
  const hosts = isLoopback(url.hostname) ? loopbackHosts : [url.hostname];
  const origins = new Set(hosts.map((host) => `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`));
  return { includes: (origin) => origins.has(origin) };
}
