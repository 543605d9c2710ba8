import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { User } from '../../api/contract/entities.ts';
import { keyOf } from '../lib/api.ts';
import { dropRecords, readRecord, writeRecord } from './record.ts';

const key = 'queries';
/** Changes when what is stored changes its shape; what an older app stored is then read anew. */
const buster = '1';
const maxAgeMs = 90 * 24 * 60 * 60 * 1000;
const patienceMs = 400;
const throttleMs = 1000;

let mirror: string | null = null;
let written: string | null = null;
let writing: Promise<void> = Promise.resolve();
/** After a sign-out nothing is written any more: a late answer must not bring back what was forgotten. */
let sealed = false;

/** The persister's storage is this in-memory mirror; the record in IndexedDB follows it. */
const persister = createSyncStoragePersister({
  key,
  throttleTime: 0,
  storage: {
    getItem: () => mirror,
    setItem: (_key, value) => {
      if (sealed) return;
      mirror = value;
      flush();
    },
    removeItem: () => {
      mirror = null;
    },
  },
});

function flush(): void {
  writing = writing.then(async () => {
    const value = mirror;
    if (sealed || value === null || value === written) return;
    try {
      await writeRecord(key, value);
      written = value;
    } catch {
      // Full or gone: the app goes on with what it has in memory, and tries again at the next change.
    }
  });
}

const isStored = (query: Query) => query.state.status === 'success' && query.queryKey[0] === '/api';
const userKey = JSON.stringify(keyOf('readUser'));
const common = [keyOf('readConfig'), keyOf('listCategories'), keyOf('listServices')].map((k) =>
  JSON.stringify(k),
);
const isPersonal = (query: Query) =>
  !common.includes(JSON.stringify(query.queryKey)) && JSON.stringify(query.queryKey) !== userKey;

/**
 * Brings back what was read on this device, before the first render; never takes longer than 400 ms. Where
 * IndexedDB hangs, the app goes on without, and what arrives late fills only what is still empty.
 */
export async function restoreCache(client: QueryClient): Promise<void> {
  const restored = restore(client).then(() => follow(client));
  await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

async function restore(client: QueryClient): Promise<void> {
  try {
    mirror = (await readRecord(key)) ?? null;
  } catch {
    return;
  }
  if (sealed) return;
  await persistQueryClientRestore({ queryClient: client, persister, maxAge: maxAgeMs, buster });
  // It may be old: whoever looks at it asks again.
  await client.invalidateQueries({ refetchType: 'none' });
}

/** Writes through on change, at most once a second, and at once when the page may be ended. */
function follow(client: QueryClient): void {
  let owner = client.getQueryData<User>(keyOf('readUser'))?.id ?? null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!sealed)
      void persistQueryClientSave({
        queryClient: client,
        persister,
        buster,
        dehydrateOptions: { shouldDehydrateQuery: isStored, shouldDehydrateMutation: () => false },
      });
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' && event.type !== 'removed') return;
    const user = client.getQueryData<User>(keyOf('readUser'));
    if (user && user.id !== owner) {
      // The session is somebody else's than the stored copy's.
      if (owner) client.removeQueries({ predicate: isPersonal });
      owner = user.id;
    }
    timer ??= setTimeout(save, throttleMs);
  });
  addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save();
    else dropRecords();
  });
}

/** Nothing is written any more by this page. */
export function sealCache(): Promise<void> {
  sealed = true;
  mirror = null;
  return writing;
}
