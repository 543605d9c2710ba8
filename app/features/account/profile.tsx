import './account.css';
import { logOutOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { InstallButton } from '../../pwa/install/install-button.tsx';
import { signOut, useSigningOut } from '../../pwa/sign-out/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AboutBusiness } from './about-business.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { DeleteAccount, DeletionPlanned } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { Identity } from './identity.tsx';
import { type Tab, tabs } from './tabs.ts';

const YourData = lazy(() => import('./your-data.tsx'));
const panelId = 'profile-panel';

/** Subscription, Profile, Billing, Preferences and Sign Out (spec §2). */
export function Profile({
  user,
  shown,
  tab,
  onTab,
  subscription,
  preferences,
  homes,
}: {
  user: User;
  shown: boolean;
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** The content of these two tabs. */
  subscription: ReactNode;
  preferences: ReactNode;
  /** The part about the places of visits. */
  homes: ReactNode;
}) {
  const [requests, setRequests] = useState(0);
  return (
    <>
      <div className="profile-tabs">
        <Tabs label="Profile" value={tab} onChange={onTab} items={tabs} panelId={panelId} />
      </div>
      <div className="stack reading deletion-place">
        <DeletionPlanned shown={shown} requests={requests} />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        className={tab === 'subscription' ? 'stack' : 'stack reading'}
      >
        {tab === 'subscription' && subscription}
        {tab === 'profile' && (
          <>
            <Identity user={user} />
            {homes}
            <Devices shown={shown} />
            <Suspense>
              <YourData shown={shown} />
            </Suspense>
            <AboutBusiness shown={shown} />
            <DeleteAccount user={user} shown={shown} onAsked={() => setRequests((times) => times + 1)} />
          </>
        )}
        {tab === 'billing' && <BillingSummary user={user} />}
        {tab === 'preferences' && preferences}
      </div>
      <div className="stack reading">
        <InstallButton>{() => 'Install the app'}</InstallButton>
        <SignOutButton />
      </div>
    </>
  );
}

function SignOutButton() {
  const { busy } = useSigningOut();
  return (
    <Button kind="quiet" icon={logOutOutline} busy={busy} onClick={() => void signOut()}>
      {busy ? 'Signing Out…' : 'Sign Out'}
    </Button>
  );
}
