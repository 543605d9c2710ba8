import './note.css';
import type { ReactNode } from 'react';
import { useOnline } from '../lib/online.ts';
import { useOutboxKeeps } from '../pwa/outbox/outbox.ts';

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

/** In a sheet whose button works without a network too: says before the tap what it does then. */
export function QueueNote() {
  const online = useOnline();
  const keeps = useOutboxKeeps();
  return (
    <p role="status" className={online ? 'visually-hidden' : 'note'}>
      {online
        ? ''
        : keeps
          ? 'You are offline. This is kept on your device and sent when the network is back.'
          : 'You are offline, and this device can’t keep what you write. This needs the network.'}
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
