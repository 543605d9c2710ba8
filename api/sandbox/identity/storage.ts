import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  payload: AdapterPayload;
  untilMs: number;
}

const longestSeconds = 86_400;

/** Stores the issuer's sign-ins under way in memory: they last minutes, and need not survive a restart. */
export function memoryStorage(): (model: string) => Adapter {
  const all = new Map<string, Kept>();
  const live = (key: string): AdapterPayload | undefined => {
    const kept = all.get(key);
    return kept && kept.untilMs > Date.now() ? kept.payload : undefined;
  };
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const first = (matches: (payload: AdapterPayload) => boolean) => {
      const keys = [...all.keys()].filter((key) => key.startsWith(keyOf('')));
      return keys.map(live).find((payload) => payload && matches(payload));
    };
    return {
      async upsert(id, payload, expiresInSeconds = longestSeconds) {
        const now = Date.now();
        for (const [key, { untilMs }] of all) if (untilMs <= now) all.delete(key);
        all.set(keyOf(id), { payload, untilMs: now + expiresInSeconds * 1000 });
      },
      async find(id) {
        return live(keyOf(id));
      },
      async findByUid(uid) {
        return first((payload) => payload.uid === uid);
      },
      async findByUserCode(userCode) {
        return first((payload) => payload.userCode === userCode);
      },
      async consume(id) {
        const payload = live(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        all.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of all) if (payload.grantId === grantId) all.delete(key);
      },
    };
  };
}
