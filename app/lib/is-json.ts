/** Whether an answer is of the one kind that the server gives: what portals say of themselves is another. */
export const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/.test(headers.get('content-type') ?? '');
