import Bowser from 'bowser';
import type { SignedInDevice } from '../../contract/entities.ts';
import type { SessionRow } from './sessions.repository.ts';

/** The id is the hash that the table is keyed by: it names the session, and opens nothing. */
export function presentDevice(session: SessionRow, current: string | null): SignedInDevice {
  return {
    id: session.id_hash,
    ...describe(session.user_agent),
    signedInAt: session.created_at,
    lastSeenAt: session.last_seen_at,
    current: session.id_hash === current,
  };
}

const browsers: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};
const systems: Record<string, string> = { macOS: 'Mac', 'Chrome OS': 'Chromebook' };

/**
 * "Safari on iPhone". An iPad that asks for desktop pages says that it is a Mac, and is called one. What is no
 * browser's name for itself is never repeated.
 */
export function describe(userAgent: string): Pick<SignedInDevice, 'name' | 'kind'> {
  // It throws at nothing at all.
  const { browser, os, platform } = Bowser.parse(userAgent || '-');
  const program = browser.name ? (browsers[browser.name] ?? browser.name) : 'A browser';
  const apple = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : undefined;
  const machine = apple ?? (os.name && (systems[os.name] ?? os.name));
  return {
    name: machine ? `${program} on ${machine}` : program === 'A browser' ? 'An unknown device' : program,
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'computer',
  };
}
