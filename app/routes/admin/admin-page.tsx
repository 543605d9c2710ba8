import './admin.css';
import '../page/rail.css';
import { type ReactNode, useEffect } from 'react';
import { hrefs } from '../../lib/hrefs.ts';
import { useUser } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../page/page.tsx';
import { AdminSections } from './sections.tsx';
import { keepTeamCode } from './team-code.ts';

interface AdminPageProps {
  title: string;
  /** The title in the bar after the large one has scrolled away, if that is too long for the bar. */
  barTitle?: string;
  titleHidden?: boolean;
  above?: ReactNode;
  /** The target of Back; given for pages about one thing, which have no row of sections. */
  back?: string;
  actions?: ReactNode;
  refresh?: () => Promise<unknown>;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the team's pages, with the row of sections under the title; tells other persons that they are no
 * administrators (spec §2).
 */
export function AdminPage({ children, ...page }: AdminPageProps) {
  const { user } = useUser();
  const isAdmin = user?.role === 'admin';
  useEffect(() => {
    if (isAdmin) keepTeamCode();
  }, [isAdmin]);
  if (!isAdmin) return <AccessDenied />;
  return (
    <Page {...page}>
      {!page.back && <AdminSections />}
      {children}
    </Page>
  );
}

function AccessDenied() {
  return (
    <Page title="Admin">
      <EmptyState
        drawing="door"
        title="Access Denied"
        text="This page is for administrators. Yours is the dashboard."
        action={
          <ButtonLink href={hrefs.home} size="small">
            Return Home
          </ButtonLink>
        }
      />
    </Page>
  );
}
