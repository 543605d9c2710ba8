import { create } from 'zustand';
import { readNote, writeNote } from '../storage/device-notes.ts';
import { readPlain, writePlain } from '../storage/plain-storage.ts';

/** Chromium's event (https://wicg.github.io/manifest-incubations/), which TypeScript does not know. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's own prompt, kept until a person wants it. */
export const useInstallPrompt = create<{ prompt: InstallPrompt | null }>(() => ({ prompt: null }));

/**
 * The way to install the app in this browser: its prompt, or by hand; `null` if it cannot be installed or already
 * is.
 */
export type InstallWay = 'prompt' | 'iphone' | 'ipad' | null;

const note = 'install';
/** Whether something was booked here; removed with the person's other data. */
const dueName = 'hearthkeep-install';

/** Must be called before the browser can send its event. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser must not ask at the first visit.
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

/** The way to install by hand, in the browsers of iPhones and iPads; web views inside other apps cannot install. */
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

/** Shows the browser's prompt. Must be called by a tap. @returns whether the app is installed now */
export async function install(): Promise<boolean> {
  const { prompt } = useInstallPrompt.getState();
  if (!prompt) return false;
  // The browser's event allows one prompt only.
  useInstallPrompt.setState({ prompt: null });
  return (await prompt.prompt()).outcome === 'accepted';
}

/**
 * Called after a booking, when the person has a reason to return: makes the invitation to install due, once on this
 * device.
 */
export function makeInvitationDue(): void {
  writePlain(dueName, 'due');
}
export const isInvitationDue = (): boolean =>
  readPlain(dueName) === 'due' && !readNote(note) && !isInstalled();

/** Ends the invitation on this device, accepted or declined. */
export const endInvitation = (): void => writeNote(note, 'made');
