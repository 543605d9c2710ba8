import { callOutline, mailOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useConfig } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UsageBar } from './stats.tsx';

const HoursTerms = lazy(() => import('../../shared/hours/hours-terms.tsx'));

export function Usage({ user }: { user: User }) {
  return (
    <Card aria-labelledby="usage">
      <h2 id="usage">Usage Overview</h2>
      <UsageBar user={user} />
      <Suspense
        fallback={<div className={user.subscriptionTier === 'none' ? 'terms-shape' : 'terms-shape long'} />}
      >
        <HoursTerms user={user} />
      </Suspense>
      {user.subscriptionTier === 'none' && (
        <ButtonLink href={hrefs.profile} kind="quiet" size="small" wide>
          See the plans
        </ButtonLink>
      )}
    </Card>
  );
}

/** @param tel the contact for a `tel:` link; `null` if it cannot be dialled for sure */
export function Concierge({
  contact,
  tel,
  name,
}: {
  contact: string;
  tel: string | null;
  name: string | null;
}) {
  return (
    <Card aria-labelledby="concierge" className="concierge">
      <span className="category-icon leaf round">
        <Icon src={callOutline} size={22} />
      </span>
      <div className="grow">
        <h2 id="concierge">Your Concierge</h2>
        <p className="muted">{name ?? 'Knows your home'}</p>
      </div>
      {tel ? (
        <ButtonLink external href={`tel:${tel}`} kind="quiet" size="small" wide>
          {oneText`Call ${contact}`}
        </ButtonLink>
      ) : (
        <p>{contact}</p>
      )}
    </Card>
  );
}

const subject = 'Help with my home';
const body = 'Hello,\n\nI would like help with ';

/** @param liveChat the button that opens the live chat */
export function Help({ liveChat }: { liveChat: ReactNode }) {
  const config = useConfig();
  const mail = `mailto:${config?.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <Card aria-labelledby="help">
      <h2 id="help">Need Help?</h2>
      <p className="muted">A person answers, by telephone, chat and mail.</p>
      {config ? (
        <div className="help">
          <ButtonLink
            external
            href={`tel:${config.supportTel}`}
            icon={callOutline}
            kind="danger"
            size="small"
          >
            Emergency Support
          </ButtonLink>
          {liveChat}
          <ButtonLink external href={mail} icon={mailOutline} kind="quiet" size="small">
            Email Support
          </ButtonLink>
        </div>
      ) : (
        <div className="help" role="status" aria-label="Reading how to reach us">
          <span className="skeleton help-place" />
          <span className="skeleton help-place" />
          <span className="skeleton help-place" />
        </div>
      )}
    </Card>
  );
}
