/** The content of a push message: a notification's text, and the page that it opens. */
export interface PushPayload {
  version: 1;
  /** The notice's own id, by which a browser detects a repeat. */
  id: string;
  /** The id of the person addressed; earlier servers leave it out. */
  person?: string;
  title: string;
  body: string;
  /** A path of the app. */
  href: string;
  /** Notifications about the same thing share a tag, and only the newest is shown. */
  tag: string;
}

/** Whether a value is a push message of our own server. */
export function isPushPayload(value: unknown): value is PushPayload {
  if (value === null || typeof value !== 'object') return false;
  const { version, id, person = '', title, body, href, tag } = value as Record<string, unknown>;
  return (
    version === 1 &&
    [id, person, title, body, href, tag].every((text) => typeof text === 'string') &&
    title !== '' &&
    tag !== '' &&
    /^\/(?![/\\])/.test(href as string)
  );
}

/** Opens the live chat, on the current page or on the first. */
export const chatHref = '/?chat=open';
