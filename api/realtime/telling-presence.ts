import type { Deps } from '../deps.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import type { Presence } from './presence.ts';

/** Tells these sockets in a conversation who else is present there. */
export async function tellPresence(
  { log }: Pick<Deps, 'log'>,
  presence: Presence,
  nameOf: Names,
  conversationId: string,
  sockets: readonly Connection[],
): Promise<void> {
  if (sockets.length === 0) return;
  try {
    const { customerOnline, team } = presence.in(conversationId);
    const named = await Promise.all(team.map(async (id) => ({ id, name: await nameOf(id, true) })));
    const supportOnline = presence.supportOnline();
    for (const connection of sockets)
      connection.send({
        type: 'presence',
        data: {
          conversationId,
          customerOnline,
          supportOnline,
          team: named.filter(({ id }) => id !== connection.person.id),
        },
      });
  } catch (err) {
    log.warn({ err }, 'presence was not told');
  }
}

/** Does this for each conversation, in groups: thousands at once would delay messages. */
export async function inGroups(
  conversationIds: readonly string[],
  tell: (id: string) => void,
): Promise<void> {
  for (const [n, id] of conversationIds.entries()) {
    if (n > 0 && n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    tell(id);
  }
}
