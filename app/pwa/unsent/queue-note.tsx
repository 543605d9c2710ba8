import '../../ui/note.css';
import { useOnline } from '../../lib/online.ts';
import { useOutboxKeeps } from './outbox.ts';

/** A note in a sheet whose button also works without a network: shows the effects before the tap. */
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
