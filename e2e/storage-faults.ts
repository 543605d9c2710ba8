export const cantKeep = 'This device can’t keep what you write. It is sent only while you are online.';
const cantType = 'This device can’t keep what you type. Send it before you leave.';

/** Kinds of broken storage, each with the code that breaks it before the app begins. */
export const faults: Record<string, { breakIt: () => void; says: string }> = {
  'IndexedDB is refused': {
    breakIt: () =>
      Object.defineProperty(globalThis, 'indexedDB', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
    says: cantKeep,
  },
  'IndexedDB is missing': {
    breakIt: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
    says: cantKeep,
  },
  'IndexedDB never answers': {
    breakIt: () => {
      const { open } = IDBFactory.prototype;
      let count = 0;
      IDBFactory.prototype.open = function () {
        count += 1;
        const request = open.call(this, `never-${count}`);
        for (const kind of ['success', 'error', 'upgradeneeded', 'blocked'])
          request.addEventListener(kind, (event) => event.stopImmediatePropagation());
        return request;
      };
    },
    says: cantKeep,
  },
  'IndexedDB is corrupt': {
    breakIt: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Internal error opening backing store.', 'UnknownError');
      };
    },
    says: cantKeep,
  },
  'the device is full': {
    breakIt: () => {
      const full = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
      IDBObjectStore.prototype.put = full;
      IDBObjectStore.prototype.add = full;
      Storage.prototype.setItem = full;
    },
    says: cantType,
  },
  'plain storage is refused': {
    breakIt: () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    },
    says: cantType,
  },
};
