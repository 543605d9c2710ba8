import { checkmarkCircleOutline, cloudOfflineOutline } from 'ionicons/icons';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { Icon } from '../../ui/icon.tsx';

/**
 * The reason why a save failed, and what happens next; null without a failure or when the sign-in page is about to
 * open.
 */
export function failureOf(error: Error | null): string | null {
  if (!error || (error instanceof ApiError && error.status === 401)) return null;
  if (error instanceof NetworkError)
    return 'Not saved yet: the network did not answer. What you chose is kept on this device and saved when it is back.';
  return error instanceof ApiError && error.status < 500
    ? `Not saved: ${error.text.replace(/\.$/, '')}. What you chose is kept on this device.`
    : 'Not saved: something went wrong on our side. What you chose is kept on this device.';
}

/** @param isSaid whether a screen reader hears the failure elsewhere */
export function NotSaved({ text, isSaid = false }: { text: string; isSaid?: boolean }) {
  return (
    <p className="save-state failed" role={isSaid ? undefined : 'alert'}>
      {text}
    </p>
  );
}

/** Marks an unsaved choice, which otherwise looks saved. */
export function Held({ held }: { held: boolean }) {
  return (
    <p className="choice-held" role="status">
      {held && (
        <>
          <Icon src={cloudOfflineOutline} size={18} />
          <span>Not saved yet</span>
        </>
      )}
    </p>
  );
}

export function SaveState({ busy, textLeft, done }: { busy: boolean; textLeft: boolean; done: boolean }) {
  return (
    <p className="save-state" role="status">
      {busy ? (
        'Saving…'
      ) : textLeft ? (
        'Your instructions are not saved yet.'
      ) : done ? (
        <>
          <Icon src={checkmarkCircleOutline} size={20} /> <span>Saved</span>
        </>
      ) : (
        'Choices are saved as you make them, instructions by the button.'
      )}
    </p>
  );
}
