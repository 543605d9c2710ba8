import { lowerEmail } from '../../../contract/rules/email-address.ts';
import type { Message } from '../../../contract/schemas/messages.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { requireUser } from '../../records/account/account.service.ts';
import { requireBooking } from '../../records/bookings/bookings.service.ts';
import { sendMessage } from '../../records/messages/messages.service.ts';

/**
 * Writes to a booking's customer as the team, in the booking's thread; the customer is notified by mail and push as
 * they chose. The call also carries an address for older clients (design §1), which must be the customer's own.
 * @param key a repeat returns the first message
 * @throws Refusal `not_found`, `invalid_input` (another address; nothing was sent), `key_reused`; the contract lets
 * only administrators call it
 */
export async function contactCustomer(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  { customerEmail, ...message }: { bookingId: string; customerEmail: string; message: string },
  key: string | null,
  log: Log,
): Promise<Message> {
  const { userId } = await requireBooking(deps.db, person, message.bookingId);
  const customer = await requireUser(deps.db, userId);
  if (lowerEmail(customer.email) !== lowerEmail(customerEmail.trim())) {
    log.warn({ booking: message.bookingId }, "a client named another address than the customer's");
    const text = "This is not the customer's address. Please look at the booking again.";
    throw new Refusal('invalid_input', text, { fields: { customerEmail: text } });
  }
  return sendMessage(deps, person, message, key, 'customer_contacted');
}
