import type { Api, PathOf } from './api.ts';

/** Calls tracked by name, whichever part of the page makes them (rule CALL-3). */
export const trackedCalls = {
  user: 'GET /api/user/v1/info',
  accessGrants: 'GET /api/user/v1/settings/accessgrants',
  setProxyUser: 'POST /api/user/v1/login/switchcustomer',
  getBankInfo: 'GET /api/user/v1/settings/bankinfo',
  setBankInfo: 'POST /api/user/v1/settings/bankinfo',
  getPaymentMethod: 'GET /api/user/v1/settings/paymentmethod',
  ssnLookup: 'POST /api/user/v1/login/ssnlookup',
  initializeCcard: 'POST /api/user/v1/settings/ccard/init',
  registerCcard: 'POST /api/user/v1/settings/ccard/register',
  getPopupInfo: 'GET /api/user/v1/settings/popupinfo',
  setPopupInfo: 'POST /api/user/v1/settings/popupinfo',
} as const satisfies Record<string, `GET ${PathOf<'GET'>}` | `POST ${PathOf<'POST'>}`>;
export type TrackedCall = keyof typeof trackedCalls;

const names = new Map<string, string>(Object.entries(trackedCalls).map(([name, call]) => [call, name]));

/** Tracking key of a call: its name, or `fallback` for a call without one. */
export const trackedKey = (method: 'GET' | 'POST', path: string, fallback: string): string =>
  names.get(`${method} ${path}`) ?? fallback;

/** State of the calls with one key (rule CALL-2). Times are milliseconds since 1970. */
export type CallState = {
  loading: boolean;
  startedAt?: number;
  receivedAt?: number;
  error?: unknown;
};

/** One step of a call, in this order: loading, started, then received or failed, then loading off. */
export type CallAction =
  | { type: 'loading'; key: string; on: boolean }
  | { type: 'started'; key: string; at: number }
  | { type: 'received'; key: string; at: number }
  | { type: 'failed'; key: string; error: unknown };

/** Thrown by a call when a newer one with the same key has started. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export type CallOptions = {
  /** Only the newest call with a key applies its result. Default: true. */
  followCallOrder?: boolean;
};

/** Tracks the state of calls by key. */
export type CallTracker = {
  run<T>(key: string, call: () => Promise<T>, options?: CallOptions): Promise<T>;
  state(key: string): CallState;
  subscribe(listener: (action: CallAction) => void): () => void;
};

const idle: CallState = { loading: false };

/** Creates a tracker; `now` is in milliseconds since 1970. */
export const createCallTracker = (now: () => number): CallTracker => {
  const states = new Map<string, CallState>();
  const newest = new Map<string, number>();
  const pending = new Map<string, number>();
  const listeners = new Set<(action: CallAction) => void>();

  const dispatch = (action: CallAction): void => {
    states.set(action.key, reduce(states.get(action.key) ?? idle, action));
    for (const listener of listeners) listener(action);
  };

  return {
    async run(key, call, { followCallOrder = true } = {}) {
      const order = (newest.get(key) ?? 0) + 1;
      newest.set(key, order);
      pending.set(key, (pending.get(key) ?? 0) + 1);
      const isCurrent = (): boolean => !followCallOrder || newest.get(key) === order;
      dispatch({ type: 'loading', key, on: true });
      dispatch({ type: 'started', key, at: now() });
      try {
        const result = await call();
        if (!isCurrent()) throw new Overtaken(key);
        dispatch({ type: 'received', key, at: now() });
        return result;
      } catch (error) {
        if (!isCurrent()) throw error instanceof Overtaken ? error : new Overtaken(key, { cause: error });
        dispatch({ type: 'failed', key, error });
        throw error;
      } finally {
        const remaining = (pending.get(key) ?? 1) - 1;
        pending.set(key, remaining);
        // An overtaken call leaves `loading` to the newer one.
        if (followCallOrder ? newest.get(key) === order : remaining === 0) {
          dispatch({ type: 'loading', key, on: false });
        }
      }
    },
    state: (key) => states.get(key) ?? idle,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Tracks the named writes of an API; `receive` tracks reads. */
export const trackWrites = (api: Api, tracker: CallTracker): Api => {
  const post = api.post as (path: string, input?: object) => Promise<unknown>;
  const tracked = (path: string, input?: object) => {
    const key = trackedKey('POST', path, '');
    return key === '' ? post(path, input) : tracker.run(key, () => post(path, input));
  };
  return { ...api, post: tracked as Api['post'] };
};

const reduce = (state: CallState, action: CallAction): CallState => {
  switch (action.type) {
    case 'loading':
      return { ...state, loading: action.on };
    case 'started':
      return { ...state, startedAt: action.at };
    case 'received': {
      const { error: _, ...rest } = state;
      return { ...rest, receivedAt: action.at };
    }
    case 'failed':
      return { ...state, error: action.error };
  }
};
