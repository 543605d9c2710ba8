import { alertCircleOutline, timeOutline } from 'ionicons/icons';
import type { MouseEvent } from 'react';
import { useOnline } from '../../lib/online.ts';
import { Icon } from '../../ui/icon.tsx';
import { leaveFocus } from '../../ui/lists/leave-focus.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { type Entry, outbox, useHolder } from './outbox.ts';
import type { Work } from './work.ts';

interface UnsentFootProps {
  entry: Entry;
  /** Says why it waits. @param holder the entry, itself or an earlier one, that was tried in vain */
  waitingWords: (online: boolean, holder: Entry | undefined) => string;
  /** The work to send if the person tries a refused message again. */
  again?: Work;
}

/** The line below an unsent message: why it waits, or why it was refused and what its writer can do. */
export function UnsentFoot({ entry, waitingWords, again = entry.work }: UnsentFootProps) {
  const online = useOnline();
  const holder = useHolder(entry);
  const failed = entry.state === 'failed';
  return (
    <>
      <p className="message-foot">
        <Icon src={failed ? alertCircleOutline : timeOutline} size={14} />
        <span>{failed ? `Not sent: ${entry.reason}` : waitingWords(online, holder)}</span>
      </p>
      {failed && (
        <p className="message-foot">
          <button
            type="button"
            className="line-button"
            onClick={(event) => kept(event, () => outbox.retry(entry, again))}
          >
            Retry
          </button>
          <button
            type="button"
            className="line-button"
            onClick={(event) => kept(event, () => outbox.discard(entry))}
          >
            Discard
          </button>
        </p>
      )}
    </>
  );
}

/** Does the work of a button that disappears afterwards; the device's storage may fail at the tap. */
function kept(event: MouseEvent, work: () => Promise<unknown>): void {
  leaveFocus(event);
  work().catch(() =>
    toast({ title: 'Error', description: 'This device could not keep that.', style: 'destructive' }),
  );
}
