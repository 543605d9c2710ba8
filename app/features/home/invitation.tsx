import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { centsOf, formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { CategoryIcon } from '../../shared/services/category-icon.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { firstServices } from './first-services.ts';

const steps = [
  ['Choose', 'a service and a time that suits you.'],
  ['We confirm', 'the time, and our people come.'],
  ['Pay', 'one visit by card, or a month of hours with a plan.'],
] as const;

/** The home of a person who has neither booked nor a plan: three services to begin with, and how it works. */
export default function Invitation({ shown }: { shown: boolean }) {
  const { data } = useQuery<Answer<'listServices'>>({ queryKey: keyOf('listServices'), enabled: shown });
  const services = firstServices(data ?? []);
  return (
    <Card className="invitation" aria-labelledby="invitation">
      <h2 id="invitation">What can we take off your hands?</h2>
      <ul>
        {data
          ? services.map(({ id, name, price, estimatedHours, category }) => (
              <li key={id}>
                <Link to={hrefs.bookService(id)}>
                  <CategoryIcon icon={category.icon} color={category.color} />
                  <span className="grow">
                    <strong>{name}</strong>
                    <span className="muted">{oneText`about ${estimatedHours} h`}</span>
                  </span>
                  <b>{formatMoney(centsOf(price) ?? 0, { trimZeros: true })}</b>
                </Link>
              </li>
            ))
          : [1, 2, 3].map((row) => <li key={row} className="skeleton first-service" />)}
      </ul>
      <ButtonLink href={hrefs.services} kind="accent" wide>
        See All Services
      </ButtonLink>
      <ol>
        {steps.map(([verb, text]) => (
          <li key={verb}>
            <b>{verb}</b> <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
