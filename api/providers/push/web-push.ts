import { type Push, PushGone, type PushMessage, PushRefused, PushUnavailable } from './push.ts';

/** A service that does not answer must not delay the others. */
const deadlineMs = 10_000;
/** The longest pause, whatever a service asks for. */
const longestWaitMs = 4 * 3_600_000;

export interface PushKeys {
  /** Both base64url. */
  publicKey: string;
  privateKey: string;
}

/** The library is loaded only when it is used, which keeps the start quick. */
const library = async () => (await import('web-push')).default;

/** Makes a new pair of keys. */
export async function makePushKeys(): Promise<PushKeys> {
  return (await library()).generateVAPIDKeys();
}

/**
 * Sends by the Web Push protocol (RFC 8030), encrypted for the browser alone (RFC 8291).
 * @param keys read once, when they are first needed
 * @param subject the contact for push services: an https address or a mailto; Apple refuses localhost
 * @param mayReach see `createPushHosts`
 */
export function createWebPush(options: {
  keys: () => Promise<PushKeys>;
  subject: () => string;
  mayReach: (endpoint: string) => boolean;
  deadlineMs?: number;
}): Push {
  let keys: Promise<PushKeys> | undefined;
  const ours = () => {
    keys ??= options.keys().catch((error) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return {
    mayReach: options.mayReach,
    publicKey: async () => (await ours()).publicKey,
    async send(message) {
      // The list may have become shorter since the browser subscribed.
      if (!options.mayReach(message.to.endpoint))
        throw new PushGone('the address belongs to no known push service');
      const request = await sealed(message, { ...(await ours()), subject: options.subject() });
      const response = await post(request, options.deadlineMs ?? deadlineMs);
      const problem = problemOf(response);
      if (problem) throw problem;
    },
  };
}

/** @throws PushRefused for every error of the encryption: the fault may be ours, so the subscription is kept. */
async function sealed({ to, payload, ttlSeconds, urgency, topic }: PushMessage, vapidDetails: Vapid) {
  const { endpoint, p256dh, auth } = to;
  const { generateRequestDetails } = await library();
  try {
    return generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: Math.max(0, Math.floor(ttlSeconds)),
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    });
  } catch (cause) {
    throw new PushRefused('nothing can be encrypted for this browser', { cause });
  }
}
type Vapid = PushKeys & { subject: string };

/** Redirects are not followed: an address on the list must not lead to one that is not. */
async function post(
  request: { endpoint: string; headers: Record<string, unknown>; body: Buffer | null },
  ms: number,
): Promise<Response> {
  // fetch computes the length itself.
  const { 'Content-Length': _, ...headers } = request.headers;
  try {
    const response = await fetch(request.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: request.body && new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
    });
    await response.body?.cancel();
    return response;
  } catch (cause) {
    // The address is left out: it is the key to the browser, and errors are logged.
    throw new PushUnavailable(`the push service did not answer (${nameOf(cause)})`, { isSilent: true });
  }
}

const nameOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'no reason given';
};

function problemOf({ ok, status, headers }: Response): Error | null {
  if (ok) return null;
  if (status === 404 || status === 410) return new PushGone(`the browser is gone (${status})`);
  if (status === 429 || status >= 500)
    return new PushUnavailable(`the push service took nothing on (${status})`, {
      retryAfterMs: waitOf(headers.get('retry-after')),
    });
  return new PushRefused(`the push service refused a message (${status})`);
}

/** Seconds, or a date; 0 if it is neither. */
function waitOf(retryAfter: string | null): number {
  if (!retryAfter) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : 0;
}
