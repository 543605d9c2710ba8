/** What a browser that goes elsewhere leaves behind: it cuts off what it no longer wants. */
const left = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Whether whoever called is to blame: they left, or spoke no HTTP. Anybody could fill the log with it. */
export function isCallersFault({ code = '' }: { code?: string }): boolean {
  return left.has(code) || code.startsWith('HPE_');
}
