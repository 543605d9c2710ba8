import Bowser from 'bowser';
import type { SignedInDevice } from '../../../../contract/schemas/people.ts';
import type { SessionRow } from '../sessions/sessions.repository.ts';

/** The id is the hash that is the table's key: it names the session and does not open it. */
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
 * For example "Safari on iPhone". An iPad that requests desktop pages claims to be a Mac and is described as one.
 * Only known names of browsers are repeated.
 */
export function describe(userAgent: string): Pick<SignedInDevice, 'name' | 'kind'> {
  // Bowser throws on an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent || '-');
  const program = browser.name ? (browsers[browser.name] ?? browser.name) : 'A browser';
  const apple = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : undefined;
  const machine = apple ?? (os.name && (systems[os.name] ?? os.name));
  return {
    name: machine ? `${program} on ${machine}` : program === 'A browser' ? 'An unknown device' : program,
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'computer',
  };
}
