import '../../shared/business/policies.css';
import { useBusinessName, useConfig } from '../../lib/session.ts';
import { PolicyList } from '../../shared/business/policies.tsx';
import { useOpening } from '../../shared/business/queries.ts';
import { Card } from '../../ui/card.tsx';
import { weekLines } from './week-lines.ts';

/** The business as its customers need it: the way to reach it, its hours and its policies. */
export function AboutBusiness({ shown }: { shown: boolean }) {
  const name = useBusinessName();
  const config = useConfig();
  const business = useOpening(shown);
  if (!business) return null;
  return (
    <Card className="stack" aria-labelledby="about-business">
      <h2 id="about-business" dir="auto">
        {name}
      </h2>
      {business.address && (
        <p className="business-words" dir="auto">
          {business.address}
        </p>
      )}
      {config && (
        <p>
          <a href={`tel:${config.supportTel}`}>{config.supportPhone}</a>
          <br />
          <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>
        </p>
      )}
      <p>
        {weekLines(business.week).map((line) => (
          <span key={line} className="business-line">
            {line}
          </span>
        ))}
      </p>
      <PolicyList policies={business} />
    </Card>
  );
}
