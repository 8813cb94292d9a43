// The last responses for the signed-in user, stored for offline use (rule PATH-16). They are encrypted with a
// non-extractable key; signing out deletes key and data.
import type { AuthUser } from '@hofn/auth-client';

/** Key-value storage on the device. */
export type OfflineStore = {
  get(name: string): Promise<unknown>;
  put(name: string, value: unknown): Promise<void>;
  /** Stores the value unless the name has one; returns the stored value. */
  putIfAbsent(name: string, value: unknown): Promise<unknown>;
  remove(name: string): Promise<void>;
  clear(): Promise<void>;
};

/** A value and when it was received, in milliseconds since 1970. */
export type OfflineAnswer = { value: unknown; at: number };

export type OfflineAnswers = {
  /** Stores a response for a user, after deleting any other user's. Never rejects. */
  save(user: AuthUser, name: string, value: unknown): Promise<void>;
  read(user: AuthUser, name: string): Promise<OfflineAnswer | undefined>;
  /** The user whose responses are stored and have not expired; what has expired is deleted. */
  owner(): Promise<AuthUser | undefined>;
  /** Deletes key and data, and stores nothing more in this page. Never rejects. */
  clear(): Promise<void>;
};

/** How long a response is shown after it was received, in milliseconds: limits what a lost device gives away. */
export const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

const keyName = 'key';
const ownerName = 'owner';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** Creates the store. Without storage or cryptography it stores nothing, and calls `log`. */
export const createOfflineAnswers = (parts: {
  store: OfflineStore;
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'>;
  now: () => number;
  log: (message: string, error: unknown) => void;
}): OfflineAnswers => {
  const { store, crypto, now, log } = parts;
  const encoder = new TextEncoder();
  let isCleared = false;

  /** Names contain ids, so they are stored as hashes. */
  const hashName = async (name: string): Promise<string> => {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(name));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };

  const seal = async (name: string, value: unknown): Promise<void> => {
    const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const key = (await store.putIfAbsent(keyName, newKey)) as CryptoKey;
    const hashedName = await hashName(name);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const answer: OfflineAnswer = { value, at: now() };
    const data = await crypto.subtle.encrypt(
      // Authenticates the name, so that responses cannot be swapped.
      { name: 'AES-GCM', iv, additionalData: encoder.encode(hashedName) },
      key,
      encoder.encode(JSON.stringify(answer)),
    );
    if (!isCleared) await store.put(hashedName, { iv, data } satisfies Sealed);
  };

  const open = async (name: string): Promise<OfflineAnswer | undefined> => {
    try {
      const hashedName = await hashName(name);
      const [key, sealed] = await Promise.all([store.get(keyName), store.get(hashedName)]);
      if (!key || !sealed) return undefined;
      const { iv, data } = sealed as Sealed;
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData: encoder.encode(hashedName) },
        key as CryptoKey,
        data,
      );
      const answer = JSON.parse(new TextDecoder().decode(plain)) as OfflineAnswer;
      if (now() - answer.at < maxAgeMs) return answer;
      // Each response renews its owner, so with the owner everything has expired, and the key with it.
      await (name === ownerName ? store.clear() : store.remove(hashedName));
      return undefined;
    } catch (error) {
      log('The offline copy could not be read.', error);
      return undefined;
    }
  };

  const owner = async (): Promise<AuthUser | undefined> =>
    (await open(ownerName))?.value as AuthUser | undefined;

  const nameFor = (user: AuthUser, name: string): string => `${user.sub} ${name}`;

  return {
    async save(user, name, value) {
      if (isCleared) return;
      try {
        const previous = await owner();
        if (previous && previous.sub !== user.sub) await store.clear();
        await seal(ownerName, user);
        await seal(nameFor(user, name), value);
        // The user may have signed out in the meantime.
        if (isCleared) await store.clear();
      } catch (error) {
        log('The offline copy could not be saved.', error);
      }
    },
    read: (user, name) => open(nameFor(user, name)),
    owner,
    async clear() {
      isCleared = true;
      await store.clear().catch((error: unknown) => log('The offline copy could not be deleted.', error));
    },
  };
};

const databaseName = 'hofn-kept';
const storeName = 'values';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** IndexedDB storage, which stores a `CryptoKey` without exposing its bytes. */
export const browserStore = (): OfflineStore => {
  const inTransaction = async <T>(
    mode: IDBTransactionMode,
    run: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName);
    const database = await settled(opening);
    try {
      return await run(database.transaction(storeName, mode).objectStore(storeName));
    } finally {
      database.close();
    }
  };
  return {
    get: (name) => inTransaction('readonly', (values) => settled(values.get(name))),
    put: (name, value) =>
      inTransaction('readwrite', async (values) => {
        await settled(values.put(value, name));
      }),
    putIfAbsent: (name, value) =>
      inTransaction('readwrite', async (values) => {
        const existing: unknown = await settled(values.get(name));
        if (existing !== undefined) return existing;
        await settled(values.put(value, name));
        return value;
      }),
    remove: (name) =>
      inTransaction('readwrite', async (values) => {
        await settled(values.delete(name));
      }),
    clear: () =>
      inTransaction('readwrite', async (values) => {
        await settled(values.clear());
      }),
  };
};
