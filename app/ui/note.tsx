import './note.css';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/online.ts';

/** A line that says something of what stands around it; `alert` and `status` are read out when they come. */
export function Note({
  kind,
  role,
  children,
}: {
  kind?: 'good' | 'bad';
  role?: 'alert' | 'status';
  children: ReactNode;
}) {
  return (
    <p role={role} className={kind ? `note ${kind}` : 'note'}>
      {children}
    </p>
  );
}

/**
 * In a sheet whose button needs the network: says so before the tap.
 * @param ahead in a form that is longer than the screen: seen from its beginning on, at the foot of what is in view
 */
export function OfflineNote({ kept, ahead = false }: { kept: string; ahead?: boolean }) {
  const online = useOnline();
  return (
    <p role="status" className={online ? 'visually-hidden' : ahead ? 'note ahead' : 'note'}>
      {online ? '' : `You are offline. This needs the network. ${kept}`}
    </p>
  );
}
