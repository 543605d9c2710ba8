import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { Profile } from '../features/account/profile.tsx';
import { dataExportQuery, sessionsQuery } from '../features/account/queries.ts';
import { tabOf } from '../features/account/tabs.ts';
import { hoursQuery, statementQuery } from '../features/hours/queries.ts';
import { preferencesQuery } from '../features/preferences/queries.ts';
import { subscriptionQuery } from '../features/subscription/plan-changes.ts';
import { Subscription } from '../features/subscription/subscription.tsx';
import { hrefs } from '../lib/hrefs.ts';
import { isOfTeam } from '../lib/may.ts';
import { userQuery, useUser } from '../lib/session.ts';
import { accountDeletionQuery } from '../shared/account-deletion.ts';
import { homesQuery } from '../shared/homes/homes.ts';
import { useOwnQuery } from '../ui/ionic/use-own-query.ts';
import { useShown } from '../ui/ionic/use-shown.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { loadTeamCode } from './load-team-code.ts';
import { Page } from './page/page.tsx';

const PreferencesForm = lazy(() => import('../features/preferences/preferences.tsx'));
const TeamChoices = lazy(loadTeamCode('choices'));
const Homes = lazy(() => import('../features/homes/homes.tsx'));

export default function ProfilePage() {
  const { user } = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useOwnQuery(hrefs.profile);
  const shown = useShown();
  if (!user) return null;
  const refresh = () =>
    Promise.all(
      [
        userQuery(),
        subscriptionQuery(),
        hoursQuery(),
        statementQuery(),
        preferencesQuery(),
        sessionsQuery(),
        dataExportQuery(),
        accountDeletionQuery(),
        homesQuery(),
      ].map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })),
    );
  return (
    <Page title="Profile" refresh={refresh}>
      <Profile
        user={user}
        shown={shown}
        tab={tabOf(query.get('tab'))}
        subscription={
          <Subscription
            user={user}
            shown={shown}
            requestedTier={query.get('plan')}
            onAsked={() => navigate(hrefs.profile, { replace: true })}
          />
        }
        preferences={
          <Suspense fallback={<Skeleton cards={2} label="Loading your preferences" />}>
            <PreferencesForm user={user} shown={shown} />
            {isOfTeam(user) && (
              <Suspense>
                <TeamChoices />
              </Suspense>
            )}
          </Suspense>
        }
        homes={
          <Suspense>
            <Homes shown={shown} />
          </Suspense>
        }
        onTab={(tab) => navigate(hrefs.profileTab(tab), { replace: true })}
      />
    </Page>
  );
}
