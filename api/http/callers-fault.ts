/** Codes of a connection that the browser cut off, for example by leaving the page. */
const left = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/**
 * Whether the client caused an error by leaving or by invalid HTTP. Such errors are not logged: anybody could fill
 * the log.
 */
export function isCallersFault({ code = '' }: { code?: string }): boolean {
  return left.has(code) || code.startsWith('HPE_');
}
