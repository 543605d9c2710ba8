import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { unbroken } from '../../lib/one-text.ts';
import { expiresWithin, expiryOf, savedCardsQuery } from '../../payments/cards.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type BookingAsk, firstFew } from './answers.ts';

interface Need {
  key: string;
  title: string;
  detail: string;
  action: string;
  href: string;
}

/** A card is replaced in time if its owner hears of it a month before. */
const cardNoticeDays = 31;

/** All that waits for the person: what their bookings ask, a payment that failed, a card about to expire. */
export function useNeeds(user: User, asks: readonly BookingAsk[]): Need[] {
  // The cards as this device last read them: the first screen does not wait for the card provider.
  const { data: cards } = useQuery({ ...savedCardsQuery(), enabled: false });
  const expiring = cards?.find((card) => card.is_default && expiresWithin(card, cardNoticeDays));
  const needs = asks.map(({ bookingId, title, detail, action }) => ({
    key: bookingId,
    title,
    detail,
    action,
    href: hrefs.booking(bookingId),
  }));
  if (user.paymentFailed)
    needs.unshift({
      key: 'payment',
      title: 'Your last payment failed',
      detail: 'Your hours stay; please pay it in Billing',
      action: 'Pay in Billing',
      href: hrefs.billing,
    });
  if (expiring && user.subscriptionTier !== 'none')
    needs.push({
      key: 'card',
      title: `Your card ending ${expiring.card.last4} expires`,
      detail: `Valid until the end of ${expiryOf(expiring)}`,
      action: 'Replace',
      href: hrefs.billing,
    });
  return needs;
}

/** What waits for the person, each with its one action; nothing if nothing waits. The last of many are one tap away. */
export function NeedsYou({ needs }: { needs: readonly Need[] }) {
  const [all, setAll] = useState(false);
  const first = firstFew(needs);
  const shown = all ? needs : first;
  if (!needs.length) return null;
  return (
    <section aria-labelledby="needs-you">
      <div className="row spread">
        <h2 id="needs-you">Needs you</h2>
        <span className="muted">{needs.length}</span>
      </div>
      <Card className="needs">
        <ul>
          {shown.map(({ key, title, detail, action, href }) => (
            <li key={key}>
              <div className="grow">
                <strong id={`need-${key}`}>{unbroken(title)}</strong>
                <p className="muted">{detail}</p>
              </div>
              <ButtonLink href={href} size="small" describedBy={`need-${key}`}>
                {action}
              </ButtonLink>
            </li>
          ))}
        </ul>
        {first !== needs && (
          <Button kind="plain" size="small" wide aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show Fewer' : `Show All ${needs.length}`}
          </Button>
        )}
      </Card>
    </section>
  );
}
