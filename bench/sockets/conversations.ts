import type { Db } from '../../api/db/database.ts';
import { ChatClient } from './chat-client.ts';
import { type SignedIn, signInMany } from './people.ts';

export interface Conversation {
  customer: SignedIn;
  /** The customer's devices. */
  devices: ChatClient[];
  team: ChatClient;
}

/** The number of clients in a conversation; one of them is the team's. */
export const perConversation = 4;
/** The number of conversations of one administrator, within the limits of sockets and of messages a minute. */
const perAdministrator = 8;

/** Makes so many clients, in conversations of one customer's devices and one of the team's. */
export async function converse(db: Db, servers: readonly string[], clients: number): Promise<Conversation[]> {
  const customers = await signInMany(db, Math.ceil(clients / perConversation), 'customer');
  const admins = await signInMany(db, Math.ceil(customers.length / perAdministrator), 'admin');
  return customers.map((customer, n) => {
    const conversationId = customer.id;
    const admin = admins[n % admins.length];
    if (!admin) throw new Error('There is nobody of the team');
    return {
      customer,
      devices: Array.from(
        { length: perConversation - 1 },
        () => new ChatClient(servers, customer, { isSupport: false, conversationId }),
      ),
      team: new ChatClient(servers, admin, { isSupport: true, conversationId }),
    };
  });
}

export const clientsOf = (conversations: readonly Conversation[]): ChatClient[] =>
  conversations.flatMap(({ devices, team }) => [...devices, team]);

/** Starts clients in groups, because a simultaneous start is another measurement. */
export async function startAll(clients: readonly ChatClient[], atOnce = 50): Promise<void> {
  for (let from = 0; from < clients.length; from += atOnce)
    await Promise.all(clients.slice(from, from + atOnce).map((client) => client.start()));
}
