import './sign-in.css';
import {
  cardOutline,
  chatbubblesOutline,
  checkmarkCircleOutline,
  lockClosedOutline,
  timeOutline,
} from 'ionicons/icons';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { planIdPattern } from '../../api/contract/rules/plan-terms.ts';
import { hrefs } from '../lib/hrefs.ts';
import { oneText } from '../lib/one-text.ts';
import { signIn, useBusinessName, useUser } from '../lib/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Drawing } from '../ui/drawings/drawings.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page, PageFallback } from './page/page.tsx';

const benefits = [
  { icon: checkmarkCircleOutline, text: 'Access your bookings' },
  { icon: cardOutline, text: 'Manage your subscription' },
  { icon: chatbubblesOutline, text: 'Contact your concierge' },
  { icon: timeOutline, text: 'View service history and ratings' },
];

/** The failures that the server's redirect after a sign-in can name. */
const failures: Record<string, string> = {
  denied: 'You were not signed in. You can try again whenever you like.',
  expired: 'That sign-in took too long or was opened twice. Please try again.',
  no_email:
    'The sign-in gave us no e-mail address, and we need one to write to you. Please add one to the account that you sign in with, or use another account.',
  unavailable: 'The sign-in page cannot be reached just now. Please try again in a moment.',
};

export default function SignIn() {
  const { user } = useUser();
  const business = useBusinessName();
  const query = new URLSearchParams(useLocation().search);
  const error = query.get('error');
  const tier = query.get('tier') ?? '';
  const plan = planIdPattern.test(tier) ? hrefs.subscribe(tier) : null;
  // A failed attempt names the page to which the next one returns; the server judges it.
  const returnTo = query.get('returnTo') ?? plan;
  // A person who is already signed in goes home by a reload, since Ionic loses its pages when one only redirects to
  // another.
  useEffect(() => {
    if (user) location.replace(plan ?? hrefs.home);
  }, [user, plan]);
  if (user) return <PageFallback />;
  return (
    <Page title={oneText`Welcome to ${business}`}>
      <div className="sign-in">
        <p className="muted">Sign in to your home's front desk.</p>
        {error && (
          <Card role="alert">
            <p>{failures[error] ?? 'The sign-in did not work. Please try again.'}</p>
          </Card>
        )}
        <Card>
          <Drawing name="house" className="sign-in-drawing" />
          <ul className="stack sign-in-benefits">
            {benefits.map(({ icon, text }) => (
              <li key={text} className="row">
                <Icon src={icon} />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Button kind="accent" icon={lockClosedOutline} wide onClick={() => signIn(returnTo)}>
          Sign in securely
        </Button>
        <ButtonLink kind="plain" href={hrefs.home} external wide>
          Back to Home
        </ButtonLink>
      </div>
    </Page>
  );
}
