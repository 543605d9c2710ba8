import { create } from 'zustand';
import { readNote, writeNote } from '../storage/device-notes.ts';
import { readPlain, writePlain } from '../storage/plain-storage.ts';

/** Chromium's event (https://wicg.github.io/manifest-incubations/), which TypeScript does not know. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's own question, kept until somebody wants it. */
export const useInstallPrompt = create<{ prompt: InstallPrompt | null }>(() => ({ prompt: null }));

/** How this browser installs the app: it asks itself, or a person does it by hand; `null` where it cannot or has. */
export type InstallWay = 'prompt' | 'iphone' | 'ipad' | null;

const note = 'install';
/** Whether something was booked here; goes with whoever booked. */
const dueName = 'hearthkeep-install';

/** To be called before the browser could have said it. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Not on arrival, as the browser would.
    event.preventDefault();
    useInstallPrompt.setState({ prompt: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => {
    useInstallPrompt.setState({ prompt: null });
    endInvitation();
    import('./persist.ts').then(({ askToPersist }) => askToPersist()).catch(() => {});
  });
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** By hand in the browsers of iPhones and iPads; what other apps show of the web in there cannot. */
function wayByHand(): InstallWay {
  const { standalone, userAgent, maxTouchPoints } = navigator as Navigator & { standalone?: boolean };
  if (standalone !== false || !maxTouchPoints || !/Safari\//.test(userAgent)) return null;
  return /iPhone|iPod/.test(userAgent) ? 'iphone' : 'ipad';
}

export function useInstallWay(): InstallWay {
  const prompt = useInstallPrompt((s) => s.prompt);
  if (isInstalled()) return null;
  return prompt ? 'prompt' : wayByHand();
}

/** Has the browser ask. To be called by a tap. @returns whether it is installed now */
export async function install(): Promise<boolean> {
  const { prompt } = useInstallPrompt.getState();
  if (!prompt) return false;
  // It asks once for each that the browser gave.
  useInstallPrompt.setState({ prompt: null });
  return (await prompt.prompt()).outcome === 'accepted';
}

/** After something was booked: whoever has a reason to come back is invited to install, once on this device. */
export function makeInvitationDue(): void {
  writePlain(dueName, 'due');
}
export const isInvitationDue = (): boolean =>
  readPlain(dueName) === 'due' && !readNote(note) && !isInstalled();

/** Accepted or declined: never again here. */
export const endInvitation = (): void => writeNote(note, 'made');
