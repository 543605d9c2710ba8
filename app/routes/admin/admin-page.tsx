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
  /** What the bar says once the title has scrolled away, where that is too long for it. */
  barTitle?: string;
  titleHidden?: boolean;
  above?: ReactNode;
  /** Where Back leads; pages of one thing have it, and stand without the row of sections. */
  back?: string;
  actions?: ReactNode;
  refresh?: () => Promise<unknown>;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of the team's pages: the row of sections under the title; who is no administrator is told so (spec §2). */
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
