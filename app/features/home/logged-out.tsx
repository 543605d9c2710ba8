import './home.css';
import { constructOutline, personOutline, pricetagsOutline } from 'ionicons/icons';
import { hrefs } from '../../lib/hrefs.ts';
import { useConfig } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LazyDrawing } from '../../ui/states/lazy-drawing.tsx';

const reasons = [
  {
    icon: constructOutline,
    color: 'amber',
    title: 'Professional Services',
    text: 'Vetted, insured people for cleaning, repairs, the garden and the errands.',
    unclaimed: 'People whom you know by name, for cleaning, repairs, the garden and the errands.',
  },
  {
    icon: personOutline,
    color: 'leaf',
    title: 'Personal Concierge',
    text: 'One person who knows your home, one tap away.',
  },
  {
    icon: pricetagsOutline,
    color: 'sky',
    title: 'Flexible Pricing',
    text: 'A monthly plan with hours, or pay for one service at a time.',
  },
];

/** The dashboard for visitors: what the product is, and how to sign in (spec §2). */
export function LoggedOutHome({ onLogIn }: { onLogIn: () => void }) {
  // The spec's claim is made only where everybody signs in as a persona.
  const claims = useConfig()?.personas;
  return (
    <div className="logged-out">
      <div className="logged-out-hero">
        <LazyDrawing name="house" />
        <div className="stack">
          <p className="lead">Premium home services, looked after by one concierge who knows your home.</p>
          <Button kind="accent" wide onClick={onLogIn}>
            Get Started - Log In
          </Button>
        </div>
      </div>
      <ul className="reasons">
        {reasons.map(({ icon, color, title, text, unclaimed = text }) => (
          <li key={title}>
            <Card className="reason">
              <span className={`category-icon ${color}`}>
                <Icon src={icon} size={24} />
              </span>
              <div className="grow">
                <h2>{title}</h2>
                <p className="muted">{claims ? text : unclaimed}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      <div className="logged-out-ways">
        <ButtonLink href={hrefs.services} kind="quiet">
          Browse Services
        </ButtonLink>
        <Button kind="plain" onClick={onLogIn}>
          Create Account
        </Button>
      </div>
    </div>
  );
}
