// What the signed-in person saw last, kept for when there is no network (rule PATH-16). It is encrypted with a key that
// no script can read out; key and data are gone with the sign-out.
import type { AuthUser } from '@hofn/auth-client';

/** Named values of the device. */
export type KeptStore = {
  get(name: string): Promise<unknown>;
  put(name: string, value: unknown): Promise<void>;
  /** Puts the value unless there is one already, and gives the one that is there then. */
  first(name: string, value: unknown): Promise<unknown>;
  clear(): Promise<void>;
};

/** A value and when it was received, in milliseconds since 1970. */
export type KeptValue = { value: unknown; at: number };

export type Kept = {
  /** Keeps an answer for a person; what another person left is gone then. Never rejects. */
  keep(user: AuthUser, name: string, value: unknown): Promise<void>;
  read(user: AuthUser, name: string): Promise<KeptValue | undefined>;
  /** Whose answers are kept, while they may be shown. */
  owner(): Promise<AuthUser | undefined>;
  /** Ends it: the key and all that it opened are gone, and nothing more is kept in this page. Never rejects. */
  forget(): Promise<void>;
};

/** How long after it was received an answer is shown, in milliseconds: a lost device must not tell for ever. */
export const keptFor = 30 * 24 * 60 * 60 * 1000;

const keyName = 'key';
const ownerName = 'owner';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** Makes the keeper. Where storage or cryptography are missing it keeps nothing, and says so to `log`. */
export const createKept = (parts: {
  store: KeptStore;
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'>;
  now: () => number;
  log: (message: string, error: unknown) => void;
}): Kept => {
  const { store, crypto, now, log } = parts;
  const text = new TextEncoder();
  let ended = false;

  /** Names are written down as hashes: they hold ids. */
  const placeOf = async (name: string): Promise<string> => {
    const hash = await crypto.subtle.digest('SHA-256', text.encode(name));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };

  const seal = async (name: string, value: unknown): Promise<void> => {
    const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const key = (await store.first(keyName, fresh)) as CryptoKey;
    const place = await placeOf(name);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const kept: KeptValue = { value, at: now() };
    const data = await crypto.subtle.encrypt(
      // Bound to its name, so that no answer can be put in another's place.
      { name: 'AES-GCM', iv, additionalData: text.encode(place) },
      key,
      text.encode(JSON.stringify(kept)),
    );
    if (!ended) await store.put(place, { iv, data } satisfies Sealed);
  };

  const open = async (name: string): Promise<KeptValue | undefined> => {
    try {
      const place = await placeOf(name);
      const [key, sealed] = await Promise.all([store.get(keyName), store.get(place)]);
      if (!key || !sealed) return undefined;
      const { iv, data } = sealed as Sealed;
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData: text.encode(place) },
        key as CryptoKey,
        data,
      );
      const kept = JSON.parse(new TextDecoder().decode(plain)) as KeptValue;
      return now() - kept.at < keptFor ? kept : undefined;
    } catch (error) {
      log('What was kept on the device cannot be read.', error);
      return undefined;
    }
  };

  const owner = async (): Promise<AuthUser | undefined> =>
    (await open(ownerName))?.value as AuthUser | undefined;

  const nameFor = (user: AuthUser, name: string): string => `${user.sub} ${name}`;

  return {
    async keep(user, name, value) {
      if (ended) return;
      try {
        const before = await owner();
        if (before && before.sub !== user.sub) await store.clear();
        await seal(ownerName, user);
        await seal(nameFor(user, name), value);
        // The sign-out may have come in between.
        if (ended) await store.clear();
      } catch (error) {
        log('Nothing could be kept on the device.', error);
      }
    },
    read: (user, name) => open(nameFor(user, name)),
    owner,
    async forget() {
      ended = true;
      await store
        .clear()
        .catch((error: unknown) => log('What was kept on the device could not be removed.', error));
    },
  };
};

const databaseName = 'hofn-kept';
const storeName = 'values';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Named values in the browser's database, which takes a key as it is and never shows its bytes. */
export const browserStore = (): KeptStore => {
  const within = async <T>(
    mode: IDBTransactionMode,
    work: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName);
    const database = await done(opening);
    try {
      return await work(database.transaction(storeName, mode).objectStore(storeName));
    } finally {
      database.close();
    }
  };
  return {
    get: (name) => within('readonly', (values) => done(values.get(name))),
    put: (name, value) =>
      within('readwrite', async (values) => {
        await done(values.put(value, name));
      }),
    first: (name, value) =>
      within('readwrite', async (values) => {
        const found: unknown = await done(values.get(name));
        if (found !== undefined) return found;
        await done(values.put(value, name));
        return value;
      }),
    clear: () =>
      within('readwrite', async (values) => {
        await done(values.clear());
      }),
  };
};
