import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { textsQuery } from './queries.ts';
import { reasonSigns } from './visitor/reason-signs.ts';

/** The owner's reasons to choose the business; nothing until they were read, or without any. */
export function WhyChoose() {
  const { data } = useQuery(textsQuery());
  if (!data || data.reasons.length === 0) return null;
  return (
    <section aria-labelledby="why-choose">
      <Card>
        <h2 id="why-choose">Why choose our services</h2>
        <ul className="why-reasons">
          {data.reasons.map(({ sign, title, text }) => (
            <li key={title}>
              <Icon src={reasonSigns[sign]} size={24} />
              <div>
                <h3 dir="auto">{title}</h3>
                <p className="muted" dir="auto">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
