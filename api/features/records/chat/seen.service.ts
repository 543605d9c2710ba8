import type { Db } from '../../../db/database.ts';
import { selectConversation } from './chat.repository.ts';

/** Whether a customer has seen their conversation up to this place. */
export async function hasSeenAnswer(db: Db, userId: string, seq: number): Promise<boolean> {
  const [conversation] = await selectConversation(db, { userId });
  return !conversation || conversation.customer_seen_seq >= seq;
}
