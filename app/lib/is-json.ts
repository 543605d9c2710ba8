/** Whether an answer is JSON, the server's only kind; the pages of captive portals are not. */
export const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/.test(headers.get('content-type') ?? '');
