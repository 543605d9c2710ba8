const lastMs = 9_999_999_999_999;

/**
 * A conversation's place in the inbox, as a text that sorts ascending on both engines: unread ones first, then those
 * waiting longest, then the newest.
 */
export function inboxPlace(conversation: {
  team_unread: number;
  waiting_since: string | null;
  last_at: string | null;
}): string {
  const { team_unread, waiting_since, last_at } = conversation;
  const group = (team_unread > 0 ? 0 : 2) + (waiting_since ? 0 : 1);
  const within = waiting_since ?? String(lastMs - (last_at ? Date.parse(last_at) : 0)).padStart(13, '0');
  return `${group} ${within}`;
}
