import { letOthersGo } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import type { Presence } from './presence.ts';

/**
 * Tells sockets in a conversation who else is present there. Names may be read slowly, so the content and the receivers
 * are taken at the moment of sending: a slow name never brings back an earlier state.
 */
export async function tellPresence(
  { log }: Pick<Deps, 'log'>,
  presence: Presence,
  nameOf: Names,
  conversationId: string,
  sockets: () => readonly Connection[],
): Promise<void> {
  if (sockets().length === 0) return;
  try {
    const names = new Map<string, string>();
    const nameless = () => presence.in(conversationId).team.filter((id) => !names.has(id));
    for (let ids = nameless(); ids.length > 0; ids = nameless())
      await Promise.all(ids.map(async (id) => names.set(id, await nameOf(id, true))));
    const { customerOnline, team } = presence.in(conversationId);
    const supportOnline = presence.supportOnline();
    const named = team.map((id) => ({ id, name: names.get(id) ?? '' }));
    for (const connection of sockets())
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
    log.warn({ err }, 'presence could not be sent');
  }
}

/** Does this for each conversation, in groups: thousands at once would delay messages. */
export async function inGroups(
  conversationIds: readonly string[],
  tell: (id: string) => void,
): Promise<void> {
  for (const [n, id] of conversationIds.entries()) {
    if (n > 0 && n % 50 === 0) await letOthersGo();
    tell(id);
  }
}
