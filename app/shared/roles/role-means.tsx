import './role-means.css';
import type { Role } from '../../../api/contract/schemas/team.ts';
import { labelOf } from '../label-of.ts';
import { permissionWords } from './words.ts';

/** What a role may do, line by line. */
export function RoleMeans({ role }: { role: Pick<Role, 'permissions'> }) {
  return (
    <ul className="role-means">
      {role.permissions.map((name) => (
        <li key={name}>{labelOf(permissionWords, name)}</li>
      ))}
    </ul>
  );
}
