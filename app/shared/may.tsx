import type { ReactNode } from 'react';
import type { Permission } from '../../api/contract/access/permissions.ts';
import { useMay } from '../lib/may.ts';

/** Shows an action, or a way to one, only to people whose role has the permission. */
export function May({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null;
}
