import { useOnline } from '../../lib/online.ts';

/** In a sheet whose button needs the network: says so before the tap. */
export function OfflineNote({ kept }: { kept: string }) {
  const online = useOnline();
  return (
    <p role="status" className={online ? 'visually-hidden' : 'sheet-note'}>
      {online ? '' : `You are offline. This needs the network. ${kept}`}
    </p>
  );
}
