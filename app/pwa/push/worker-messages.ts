/** The worker's message to an open page when one of its notifications is tapped. */
export interface OpenMessage {
  type: 'OPEN';
  href: string;
}
/** The worker's message after it has read and stored the content behind a notification. */
export interface StoredMessage {
  type: 'STORED';
}

export const openMessage = (href: string): OpenMessage => ({ type: 'OPEN', href });
export const storedMessage: StoredMessage = { type: 'STORED' };
