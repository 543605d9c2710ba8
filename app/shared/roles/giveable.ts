import type { User } from '../../../api/contract/schemas/people.ts';
import type { Role } from '../../../api/contract/schemas/team.ts';
import { may } from '../../lib/may.ts';

/** The roles that a person can give: those that may do no more than their own. */
export const giveable = (roles: readonly Role[], user: Pick<User, 'role' | 'permissions'> | null): Role[] =>
  roles.filter(({ permissions }) => permissions.every((name) => may(user, name)));
