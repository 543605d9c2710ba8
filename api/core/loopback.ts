/** Names of this machine that no other reaches it by, as they stand in an address. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only this machine is meant: a host of an address, or one to listen on. */
export const isLoopback = (host: string): boolean =>
  loopbackHosts.includes(host) || loopbackHosts.includes(`[${host}]`);
