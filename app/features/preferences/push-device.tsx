import { notificationsOffOutline, notificationsOutline } from 'ionicons/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { NetworkError } from '../../lib/api.ts';
import { InstallButton } from '../../pwa/install/install-button.tsx';
import { lookAtPush, type PushState, turnPushOff, turnPushOn, usePush } from '../../pwa/push/push.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toasts/toast.tsx';

/** The state of push on this device, and how to change it if the app cannot. */
const words: Record<PushState, { title: string; text: ReactNode }> = {
  on: { title: 'On for this device', text: 'What you chose under Push shows while you are signed in here.' },
  off: { title: 'Off for this device', text: 'Turn them on, and what you chose under Push shows here.' },
  unasked: {
    title: 'Off for this device',
    text: 'Turn them on: your browser asks whether it may, and what you chose under Push shows here.',
  },
  blocked: {
    title: 'Blocked on this device',
    text: 'Allow notifications in the settings of this site (beside its address) or of the app (in the device’s settings, under Notifications), and come back. Your other devices still show what you choose under Push.',
  },
  install: {
    title: 'In the installed app',
    text: 'An iPhone or iPad shows them for an installed app: tap Share, then Add to Home Screen, and turn them on there. Your other devices show what you choose under Push.',
  },
  unsupported: {
    title: 'Not in this browser',
    text: 'It shows no notifications. Another browser or device may, and then shows what you choose under Push.',
  },
};

/** The id of the text that says whether this device shows push. */
export const pushHereId = 'push-here';

/** Whether this device shows notifications, with a button that turns them on. */
export function PushDevice() {
  const { state } = usePush();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const look = () => void lookAtPush().catch(() => {});
    look();
    // The person may return from the browser's settings.
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const change = async (turn: () => Promise<void>) => {
    setBusy(true);
    try {
      await turn();
    } catch (error) {
      toast({
        title: 'Nothing has changed',
        description:
          error instanceof NetworkError
            ? 'The network did not answer. Please try again when it is back.'
            : 'Notifications could not be set up just now. Please try again.',
        style: 'destructive',
      });
    }
    setBusy(false);
  };
  // The unknown state reserves the same space.
  const { title, text } = words[state ?? 'off'];
  return (
    <div className="push-device" data-state={state}>
      <span className="device-icon">
        <Icon src={state === 'on' ? notificationsOutline : notificationsOffOutline} />
      </span>
      <div className="grow" role="status">
        <p id={pushHereId}>
          <strong>{title}</strong>
        </p>
        <p className="muted">{text}</p>
      </div>
      {(state === 'off' || state === 'unasked') && (
        <Button size="small" busy={busy} onClick={() => void change(turnPushOn)}>
          Turn on
        </Button>
      )}
      {state === 'on' && (
        <Button kind="quiet" size="small" busy={busy} onClick={() => void change(turnPushOff)}>
          Turn off
        </Button>
      )}
      {state === 'install' && <InstallButton small>{() => 'Show me how'}</InstallButton>}
    </div>
  );
}
