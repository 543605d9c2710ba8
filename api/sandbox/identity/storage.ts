import type { Adapter, AdapterPayload } from 'oidc-provider';

const kept = new Map<string, { payload: AdapterPayload; until: number }>();

/** Where the issuer keeps what it is in the middle of: minutes of this process, nothing that need survive it. */
export class MemoryStorage implements Adapter {
  readonly #kind: string;
  constructor(kind: string) {
    this.#kind = kind;
  }

  #key(id: string): string {
    return `${this.#kind}:${id}`;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    for (const [key, { until }] of kept) if (until < Date.now()) kept.delete(key);
    kept.set(this.#key(id), { payload, until: Date.now() + (expiresIn || 3600) * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = kept.get(this.#key(id));
    return found && found.until > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#first((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const found = kept.get(this.#key(id));
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    kept.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
  }

  #first(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of kept)
      if (key.startsWith(`${this.#kind}:`) && matches(payload)) return payload;
    return undefined;
  }
}
