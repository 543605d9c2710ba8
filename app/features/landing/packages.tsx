import { formatMoney } from '../../../api/contract/rules/money.ts';
import { planWithin } from '../../../api/contract/rules/plan-terms.ts';
import type { PlanOnSale } from '../../../api/contract/schemas/plans.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import type { LandingData } from './landing-data.ts';
import { Sign } from './pictures.tsx';
import { Section } from './section.tsx';

/** The plans on sale (spec §9) and their content. */
export function Packages({
  plans,
  business: { currency },
  texts,
}: Pick<LandingData, 'plans' | 'business' | 'texts'>) {
  return (
    <Section id="packages" title={texts.packagesTitle} lead={texts.packagesLead} className="tinted">
      <ul className="plans">
        {plans.map((plan, at) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            price={formatMoney(plan.priceCents, currency)}
            below={planWithin(plans[at - 1], plan)}
            begin={texts.getStarted}
          />
        ))}
      </ul>
      {texts.rollover && (
        <p className="rollover">
          <Sign name="again" />
          <span>{texts.rollover}</span>
        </p>
      )}
      {texts.included.length > 0 && (
        <>
          <h3 className="included-title">{texts.includedTitle}</h3>
          <ul className="included">
            {texts.included.map(({ sign, title, text }) => (
              <li key={title}>
                <Sign name={sign} size={26} />
                <div>
                  <h4>{title}</h4>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function PlanCard({
  plan,
  price,
  below,
  begin,
}: {
  plan: PlanOnSale;
  price: string;
  below: PlanOnSale | null;
  /** The words on its button. */
  begin: string;
}) {
  const inherited = new Set(below?.features);
  return (
    <li className={`plan${plan.popular ? ' popular' : ''}${plan.premium ? ' premium' : ''}`}>
      {plan.popular && <p className="ribbon">Most Popular</p>}
      <h3>{plan.name}</h3>
      <p className="price">
        <strong>{price}</strong> <span>a month</span>
      </p>
      <p className="hours">
        <strong>{oneText`${plan.hours} hours`}</strong> every month
      </p>
      <p className="contact">
        <Sign name="bell" />
        <span>{plan.concierge}</span>
      </p>
      <ul className="features">
        {below && <li className="inherits">{oneText`Everything in ${below.name}, and`}</li>}
        {plan.features
          .filter((feature) => !inherited.has(feature))
          .map((feature) => (
            <li key={feature}>
              <Sign name="check" size={18} />
              <span>{feature}</span>
            </li>
          ))}
      </ul>
      <a
        className={`button ${plan.popular ? 'primary' : 'quiet'}`}
        href={hrefs.signInForPlan(plan.id)}
        aria-label={oneText`${begin} with ${plan.name}`}
      >
        {begin}
      </a>
    </li>
  );
}
