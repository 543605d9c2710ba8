import { star, timeOutline } from 'ionicons/icons';
import { memo } from 'react';
import type { Service } from '../../../api/contract/entities.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';

export type Book = (service: Service, kind: 'one_time' | 'subscription') => void;

/** Fixed for every service (spec §9). */
const rating = '4.8';

export const ServiceCard = memo(function ServiceCard({
  service,
  onBook,
}: {
  service: Service;
  onBook: Book;
}) {
  const { name, description, price, estimatedHours, category } = service;
  const cents = price === null ? null : Math.round(price * 100);
  return (
    <Card className="service-card" aria-label={name}>
      <div className="row">
        <CategoryIcon icon={category.icon} color={category.color} />
        <div className="grow">
          <p className="muted">{category.name}</p>
          <h3>{name}</h3>
        </div>
      </div>
      {description && <p className="muted service-text">{description}</p>}
      <div className="service-facts">
        <span className="fact-line">
          <Icon src={timeOutline} size={18} />
          <span>{estimatedHours}h estimated</span>
        </span>
        <span className="fact-line">
          <Icon src={star} size={15} />
          <span className="visually-hidden">Rated</span>
          <span>{rating}</span>
        </span>
        {cents !== null && (
          <span className="service-price">
            <Money cents={cents} trimZeros /> <span className="muted">one-time</span>
          </span>
        )}
      </div>
      <div className="stack service-buttons">
        <Button wide onClick={() => onBook(service, 'subscription')}>
          Book with Subscription
        </Button>
        {cents !== null && (
          <Button wide kind="quiet" onClick={() => onBook(service, 'one_time')}>
            Book Without Subscription - {formatMoney(cents, { trimZeros: true })}
          </Button>
        )}
      </div>
    </Card>
  );
});
