import './landing.css';
import type { ReactNode } from 'react';
import { plans } from '../../../api/contract/plans.ts';
import { formatMoney } from '../../lib/money.ts';
import { useConfig } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Brand } from '../../ui/brand.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { telHref } from '../../ui/phone.ts';

const claims = [
  { figure: '5,000+', words: 'homeowners' },
  { figure: '4.9', words: 'average rating' },
  { figure: '50,000+', words: 'tasks completed' },
];

const categories = [
  {
    name: 'Home Maintenance',
    icon: 'tool',
    color: 'amber',
    text: 'Washers, dishwashers, hot water, drains and filters.',
  },
  { name: 'Cleaning Services', icon: 'drop', color: 'sky', text: 'House and bathrooms, laundry, gutters.' },
  {
    name: 'Outdoor Services',
    icon: 'leaf',
    color: 'leaf',
    text: 'Lawns, leaves, decks and light landscaping.',
  },
  { name: 'Personal Services', icon: 'bag', color: 'plum', text: 'Groceries, errands, meals, pets.' },
  { name: 'General Help', icon: 'bulb', color: 'slate', text: 'Light bulbs, tech help, furniture, paint.' },
  {
    name: 'Personal Concierge',
    icon: 'bulb',
    color: 'sky',
    text: 'One person who knows your home, one number to call.',
  },
];

const included = [
  '24/7 emergency support',
  '100% satisfaction guarantee',
  '30-day money-back promise',
  'Fully insured and bonded',
  'Unused hours roll over for up to 3 months',
];

const steps = [
  { title: 'Choose a plan', text: 'Pick the hours your home needs each month, or book one service by card.' },
  { title: 'Tell us what to do', text: 'Book in the app, or call your concierge.' },
  { title: 'We take care of it', text: 'Vetted people arrive when you asked them to.' },
  { title: 'Relax', text: 'See what was done, and rate it.' },
];

/** The shop window for someone who has not signed in (spec §2). */
export function Landing() {
  const config = useConfig();
  return (
    <div className="landing">
      <header className="landing-head">
        <Brand />
        <ButtonLink href={hrefs.signIn} kind="plain" size="small">
          Member Login
        </ButtonLink>
      </header>
      <main>
        <section className="hero" aria-labelledby="headline">
          <div>
            <h1 id="headline">Your home, looked after.</h1>
            <p className="lead">
              Cleaning, repairs, the garden, the errands. One concierge, one number, one monthly plan.
            </p>
            <ButtonLink href={hrefs.signIn} kind="accent" wide>
              Get Started
            </ButtonLink>
          </div>
          <Drawing name="house" className="hero-drawing" />
        </section>
        <ul className="claims">
          {claims.map(({ figure, words }) => (
            <li key={words}>
              <strong>{figure}</strong>
              <span className="muted">{words}</span>
            </li>
          ))}
        </ul>
        <Block id="services" title="What we do">
          <ul className="grid">
            {categories.map((category) => (
              <li key={category.name}>
                <Card className="row">
                  <CategoryIcon icon={category.icon} color={category.color} />
                  <span className="grow">
                    <h3>{category.name}</h3>
                    <span className="muted">{category.text}</span>
                  </span>
                </Card>
              </li>
            ))}
          </ul>
        </Block>
        <Block id="packages" title="Plans">
          <ul className="grid">
            {Object.values(plans).map((plan) => (
              <li key={plan.id}>
                <Card className="stack">
                  <div className="row spread">
                    <h3>{plan.name}</h3>
                    {plan.popular && <span className="badge">Most Popular</span>}
                  </div>
                  <p>
                    <span className="money price">{formatMoney(plan.priceCents)}</span>{' '}
                    <span className="muted">a month</span>
                  </p>
                  <p className="muted">
                    {plan.hours} hours · {plan.concierge}
                  </p>
                </Card>
              </li>
            ))}
          </ul>
          <h3>In every plan</h3>
          <ul className="included">
            {included.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Block>
        <Block id="how-it-works" title="How It Works">
          <ol className="grid">
            {steps.map((step, at) => (
              <li key={step.title}>
                <Card>
                  <h3>
                    {at + 1}. {step.title}
                  </h3>
                  <p className="muted">{step.text}</p>
                </Card>
              </li>
            ))}
          </ol>
        </Block>
        <Block id="contact" title="Talk to us">
          {config && (
            <p>
              <a href={telHref(config.supportPhone)}>{config.supportPhone}</a> ·{' '}
              <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>
            </p>
          )}
          <p className="muted">We answer e-mail within 2 hours.</p>
        </Block>
      </main>
      <footer className="landing-foot muted">
        Hearthkeep · Help Center · Service Areas · Privacy Policy · Terms of Service
      </footer>
    </div>
  );
}

function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
