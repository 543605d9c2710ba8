import type { Permission } from '../../api/contract/access/permissions.ts';
import type { User } from '../../api/contract/schemas/people.ts';
import { useUser } from './session.ts';

type Rights = Pick<User, 'role' | 'permissions'>;

/**
 * Whether a person's role has a permission; the server decides the same for every call. A person whom an earlier release
 * stored on this device has no list yet.
 */
export const may = (user: Rights | null | undefined, permission: Permission): boolean =>
  (user?.permissions as Permission[] | undefined)?.includes(permission) ?? user?.role === 'admin';

/** Whether a person belongs to the team. */
export const isOfTeam = (user: Rights | null | undefined): boolean =>
  user?.role === 'admin' || Boolean(user?.permissions?.length);

/** Whether a person may open a page of the team. Their own visits have none yet. */
export const opensTeam = ({ role, permissions }: Rights): boolean =>
  role === 'admin' || Boolean(permissions?.some((permission) => permission !== 'work.own'));

/** Whether a person sees their own visits and no page of the team: their first page is their week. */
export const worksOnly = (user: Rights): boolean => may(user, 'work.own') && !opensTeam(user);

/** The signed-in person's rights. */
export function useMay(): (permission: Permission) => boolean {
  const { user } = useUser();
  return (permission) => may(user, permission);
}
