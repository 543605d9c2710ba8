/** Host names, as written in an address, that only this machine can reach. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host, of an address or to listen on, is reached by this machine alone. */
export const isLoopback = (host: string): boolean =>
  loopbackHosts.includes(host) || loopbackHosts.includes(`[${host}]`);
