import { type Plan, plans, planTiers } from '../../../api/contract/rules/plans.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import type { Business } from './business.ts';
import { Sign, type SignName } from './pictures.tsx';
import { Section } from './section.tsx';

const included: { sign: SignName; title: string; text: string }[] = [
  { sign: 'bell', title: 'Personal concierge', text: 'Someone who answers, and remembers.' },
  { sign: 'grid', title: 'All service categories', text: 'Use your hours on whatever needs doing.' },
  { sign: 'day', title: 'Flexible scheduling', text: 'Move a visit when life moves.' },
  { sign: 'app', title: 'Mobile app access', text: 'Book, write and follow from your phone.' },
  { sign: 'again', title: 'Hours that roll over', text: 'Unused hours roll over for up to 3 months.' },
  { sign: 'clock', title: 'Quick replies', text: 'We answer your e-mail within 2 hours.' },
  { sign: 'heart', title: '100% satisfaction guarantee', text: 'Not right? We come back and make it right.' },
  {
    sign: 'shield',
    title: '30-day money-back promise',
    text: 'Fully insured and bonded, from the first day.',
  },
];

/** The four plans (spec §9) and their content. */
export function Packages({ prices }: Pick<Business, 'prices'>) {
  return (
    <Section
      id="packages"
      title="One plan, many hands"
      lead="Pick the hours your home needs each month. Spend them on anything we do."
      className="tinted"
    >
      <ul className="plans">
        {planTiers.map((tier, at) => {
          const below = planTiers[at - 1];
          return (
            <PlanCard
              key={tier}
              plan={plans[tier]}
              price={prices[tier]}
              below={below ? plans[below] : null}
            />
          );
        })}
      </ul>
      <p className="rollover">
        <Sign name="again" />
        <span>Unused hours roll over for up to 3 months.</span>
      </p>
      <h3 className="included-title">Included in every package</h3>
      <ul className="included">
        {included.map(({ sign, title, text }) => (
          <li key={title}>
            <Sign name={sign} size={26} />
            <div>
              <h4>{title}</h4>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PlanCard({ plan, price, below }: { plan: Plan; price: string; below: Plan | null }) {
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
        href={hrefs.signIn}
        aria-label={`Get Started with ${plan.name}`}
      >
        Get Started
      </a>
    </li>
  );
}
