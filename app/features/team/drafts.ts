import { useState } from 'react';
import type { Role } from '../../../api/contract/schemas/team.ts';
import { begunNames } from '../../pwa/storage/begun.ts';
import { fieldsKeptAs } from '../../pwa/storage/kept-fields.ts';

const { keepDraft, forgetDraft, typedOver } = fieldsKeptAs(begunNames.team);

/** The name of a role's draft: an edited role that a colleague has changed since begins anew. */
export const roleDraft = (role: Role | null): string =>
  role ? ['role', role.id, role.name, ...role.permissions].join(':') : 'role';

/** The fields of a form, which survive its sheet and a reload until they are sent or given up. */
export function useKeptFields<Fields extends object>(name: string, blank: Fields) {
  const [fields, setFields] = useState(() => typedOver(blank, name));
  return {
    fields,
    change(given: Partial<Fields>): void {
      const next = { ...fields, ...given };
      setFields(next);
      keepDraft(name, next);
    },
    forget: () => forgetDraft(name),
  };
}
