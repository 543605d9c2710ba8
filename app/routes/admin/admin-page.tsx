import './admin.css';
import { type ReactNode, useEffect } from 'react';
import type { Permission } from '../../../api/contract/access/permissions.ts';
import { TeamKeys } from '../../features/admin-bookings/search/team-keys.tsx';
import { TeamSearch } from '../../features/admin-bookings/search/team-search.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { isOfTeam, may } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { UnsentAnswers } from '../../pwa/unsent/unsent-answers.tsx';
import { mayOpen } from '../../shared/team-pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../page/page.tsx';
import { keepTeamCode } from './team-code.ts';

interface AdminPageProps {
  /** The permission without which the page is denied; of several, one is enough. */
  needs: Permission | readonly Permission[];
  title: string;
  /** The title in the bar after the large one has scrolled away, if that is too long for the bar. */
  barTitle?: string;
  titleHidden?: boolean;
  /** Whether the page is about one thing, whose name may be long. */
  detail?: boolean;
  above?: ReactNode;
  /** The target of Back; given for pages about one thing. */
  back?: string;
  actions?: ReactNode;
  refresh?: () => Promise<unknown>;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the team's pages, with the search for customers and bookings in the bar; tells people whose role does
 * not open it that they may not (spec §2).
 */
export function AdminPage({ children, needs, detail = false, ...page }: AdminPageProps) {
  const { user } = useUser();
  const wide = useWide();
  const isAllowed = mayOpen(user, needs);
  const schedules = may(user, 'bookings.read');
  useEffect(() => {
    if (schedules) keepTeamCode();
  }, [schedules]);
  if (!isAllowed) return <AccessDenied ofTeam={isOfTeam(user)} />;
  return (
    <Page
      {...page}
      dense={wide && !detail}
      actions={
        <>
          {page.actions}
          <TeamSearch roomy={wide && !detail} />
        </>
      }
    >
      {children}
      <TeamKeys />
    </Page>
  );
}

function AccessDenied({ ofTeam }: { ofTeam: boolean }) {
  return (
    <Page title={ofTeam ? 'Team' : 'Admin'}>
      <EmptyState
        drawing="door"
        title="Access Denied"
        text={
          ofTeam ? 'Your role does not open this page.' : 'This page is for the team. Yours is the dashboard.'
        }
        action={
          <ButtonLink href={hrefs.home} size="small">
            Return Home
          </ButtonLink>
        }
      />
      <UnsentAnswers />
    </Page>
  );
}
