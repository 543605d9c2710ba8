import './admin.css';
import type { ReactNode } from 'react';
import { TeamKeys } from '../../features/admin-bookings/search/team-keys.tsx';
import { TeamSearch } from '../../features/admin-bookings/search/team-search.tsx';
import { hrefs } from '../../lib/hrefs.ts';
import { isOfTeam } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { UnsentAnswers } from '../../pwa/unsent/unsent-answers.tsx';
import { opensPage, sectionAt } from '../../shared/team-pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../page/page.tsx';

interface AdminPageProps {
  /** The page's address, or its section's: it decides the title and who may open the page (`team-pages.ts`). */
  at: string;
  /** The title of a page that is not a section. */
  title?: string | undefined;
  titleHidden?: boolean;
  titleInBar?: boolean;
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
export function AdminPage({
  children,
  at,
  title = sectionAt(at).label,
  detail = false,
  ...page
}: AdminPageProps) {
  const { user } = useUser();
  const wide = useWide();
  const isAllowed = opensPage(user, at);
  if (!isAllowed) return <AccessDenied ofTeam={isOfTeam(user)} />;
  return (
    <Page
      {...page}
      title={title}
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
