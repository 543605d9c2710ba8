import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatExact, formatWhen } from '../../lib/time/dates.ts';
import { ElsewhereNote } from '../../shared/bookings/elsewhere-note.tsx';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Details } from './checkout-handover.ts';

/** The service, the time and the place that are paid for (spec §2, Checkout). */
export function ServiceSummary({ service, details }: { service: Service; details: Details }) {
  const zone = useZone();
  const { scheduledDate, address, customerName } = details;
  return (
    <Card aria-label="Summary">
      <div className="row wrap checkout-what">
        <CategoryIcon icon={service.category.icon} color={service.category.color} />
        <div className="grow">
          <p className="muted">{service.category.name}</p>
          <h2>{service.name}</h2>
        </div>
      </div>
      {service.description && <p className="muted checkout-why">{service.description}</p>}
      <dl className="facts checkout-facts">
        <div>
          <dt>Estimated</dt>
          <dd>{oneText`${service.estimatedHours}h`}</dd>
        </div>
        {scheduledDate && (
          <div>
            <dt>When</dt>
            <dd title={formatExact(scheduledDate, zone)}>
              <span>{formatWhen(scheduledDate, zone)}</span>
              <ElsewhereNote at={scheduledDate} />
            </dd>
          </div>
        )}
        {address && (
          <div>
            <dt>Where</dt>
            <dd>{address}</dd>
          </div>
        )}
        {customerName && (
          <div>
            <dt>For</dt>
            <dd>{customerName}</dd>
          </div>
        )}
        <div className="total">
          <dt>Total</dt>
          <dd>
            <Money cents={Math.round((service.price ?? 0) * 100)} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
