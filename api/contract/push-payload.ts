/** What a push message carries: a notification's own text, and what it opens. */
export interface PushPayload {
  version: 1;
  /** The notice's own: who is handed it twice knows it again. */
  id: string;
  /** Whose news it is, by id; an earlier server does not say. */
  person?: string;
  title: string;
  body: string;
  /** A path of the app. */
  href: string;
  /** What is about the same thing goes by one name, and shows once. */
  tag: string;
}

/** Whether this is what a server of ours sent, and nothing else. */
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

/** Opens the live chat, on the page that is there or on the first. */
export const chatHref = '/?chat=open';
