/** The storage interface the session needs. */
export type Store = {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
};

/** A store that lives as long as the page. */
export const memoryStore = (): Store => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
};

/**
 * A browser store that never throws: values refused by a blocked or full storage are kept for this page only. `open` is
 * called each time, because reading `window.localStorage` itself throws if storage is blocked.
 */
export const browserStore = (open: () => Storage): Store => {
  const refused = memoryStore();
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      refused.remove(key);
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) return;
      // Otherwise the old value would come back after a reload.
      attempt((storage) => storage.removeItem(key));
      refused.set(key, value);
    },
    remove(key) {
      refused.remove(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...new Set([...refused.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])],
  };
};

/** Cookies of this origin. */
export type CookieJar = {
  get(name: string): string | undefined;
  /** Sets a cookie for a day (rule AUTH-9c). Returns whether the browser accepted it. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
};

const day = 86_400;

/** The cookies of a document, with the path `/` and `SameSite=Lax`. */
export const cookieJar = (page: Pick<Document, 'cookie'>, secure: boolean): CookieJar => {
  const get = (name: string): string | undefined => {
    const pair = page.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  };
  const write = (name: string, value: string, seconds: number): void => {
    page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
  };
  return {
    get,
    set(name, value) {
      write(name, value, day);
      return get(name) === value;
    },
    remove: (name) => write(name, '', 0),
  };
};
