import { star, timeOutline } from 'ionicons/icons';
import { memo } from 'react';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { centsOf, formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { ServiceTile } from '../../shared/services/service-tile.tsx';
import { waysOf } from '../../shared/services/ways.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { ratingText } from './rating-text.ts';

/** `choice` first asks how to pay; `custom_quote` asks the team for a price. */
export type Book = (service: Service, kind: 'choice' | 'one_time' | 'subscription' | 'custom_quote') => void;

/** A service in short with one button, for a phone; or with its whole text and both ways to book. */
export const ServiceCard = memo(function ServiceCard({
  service,
  whole,
  onBook,
}: {
  service: Service;
  whole: boolean;
  onBook: Book;
}) {
  const { name, description, category } = service;
  const cents = centsOf(service.price);
  const ways = waysOf(service);
  return (
    <Card className="service-card" aria-label={name}>
      <ServiceTile service={service} />
      <div className="service-body">
        <div className="service-head">
          {/* The section's heading already names the category. */}
          <p className="visually-hidden">{category.name}</p>
          <h3>{name}</h3>
        </div>
        {whole && description && <p className="muted service-text">{description}</p>}
        <div className="service-foot">
          <ServiceFacts service={service} />
          {!whole && (
            <div className="service-book">
              <Button
                size="small"
                aria-label={oneText`Book ${name}`}
                onClick={() => onBook(service, 'choice')}
              >
                Book
              </Button>
            </div>
          )}
        </div>
        {whole && (
          <div className="stack service-buttons">
            {ways.plan && (
              <Button wide onClick={() => onBook(service, 'subscription')}>
                Book with Subscription
              </Button>
            )}
            {ways.quote && (
              <Button wide kind="quiet" onClick={() => onBook(service, 'custom_quote')}>
                Ask for a Quote
              </Button>
            )}
            {ways.card && cents !== null && (
              <Button wide kind="quiet" onClick={() => onBook(service, 'one_time')}>
                {oneText`Book Without Subscription - ${formatMoney(cents, { trimZeros: true })}`}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
});

/** A service's price by card, its duration and its rating. */
export function ServiceFacts({ service }: { service: Service }) {
  const cents = centsOf(service.price);
  return (
    <div className="service-facts">
      {cents !== null && (
        <span className="service-price">
          <Money cents={cents} trimZeros /> <span className="muted">one-time</span>
        </span>
      )}
      {service.rating && (
        <span className="fact-line">
          <Icon src={star} size={14} />
          <span className="visually-hidden">Rated</span>
          <span>{ratingText(service.rating)}</span>
        </span>
      )}
      <span className="fact-line">
        <Icon src={timeOutline} size={16} />
        <span>{oneText`${service.estimatedHours}h estimated`}</span>
      </span>
    </div>
  );
}
