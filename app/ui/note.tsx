import './note.css';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/online.ts';

/** A line about the content around it; `alert` and `status` are announced by a screen reader when they appear. */
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
 * A note in a sheet whose button needs the network, shown before the tap.
 * @param ahead for a form longer than the screen: visible from its beginning, at the foot of the visible part
 */
export function OfflineNote({ kept, ahead = false }: { kept: string; ahead?: boolean }) {
  const online = useOnline();
  return (
    <p role="status" className={online ? 'visually-hidden' : ahead ? 'note ahead' : 'note'}>
      {online ? '' : `You are offline. This needs the network. ${kept}`}
    </p>
  );
}
