import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../lib/session.ts';
import { opensPage } from './team-pages.ts';

/** A link to a page of the team; its text alone for people whose role does not open that page. */
export function TeamLink({ to, children, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { user } = useUser();
  if (!opensPage(user, to)) return <span>{children}</span>;
  return (
    <Link to={to} {...rest}>
      {children}
    </Link>
  );
}
