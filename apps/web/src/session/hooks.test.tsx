// @vitest-environment happy-dom

import { AuthError } from '@hofn/auth-client/errors.ts';
import { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withBase } from '../engine/paths.ts';
import type { OutputOf } from './api.ts';
import { createApi } from './api.ts';
import {
  type CallState,
  type CallTracker,
  createCallTracker,
  type TrackedCall,
  trackedCalls,
  trackWrites,
} from './call-tracker.ts';
import { createIdentityCheck } from './identity-check.ts';
import { requestCredentials } from './request-credentials.ts';
import { RequireSession, SessionProvider } from './session.tsx';
import type { SessionState } from './session-context.ts';
import type { SessionParts } from './session-parts.ts';
import type { Session } from './session-store.ts';
import { clearCacheOnSubjectChange, subjectOf, switchSettled, userKey } from './subject.ts';
import { type SwitchResult, useActFor } from './use-act-for.ts';
import { type CallResult, useCall, useCallState, useChangeAnswer, useUser } from './use-call.ts';
import { usePost } from './use-post.ts';

type User = OutputOf<'GET', '/api/user/v1/info'>;
type Policies = OutputOf<'GET', '/api/policy/v2'>;

/** A request whose response the test sends. */
type Request = {
  path: string;
  language: string | null;
  actingFor: string | null;
  signal: AbortSignal | null;
  isAnswered: boolean;
  answer: (body: unknown, status?: number) => void;
};

let root: Root;
let parts: SessionParts | undefined;
let state: SessionState;
let listeners: Set<() => void>;
let logins: unknown[][];
let requests: Request[];
let tracker: CallTracker;
let language: string;

const setSession = (next: SessionState): void =>
  flushSync(() => {
    state = next;
    for (const listener of listeners) listener();
  });

beforeEach(() => {
  root = createRoot(document.createElement('div'));
  state = { status: 'authenticated', user: { sub: 'customer-1' } };
  listeners = new Set();
  parts = undefined;
  logins = [];
  requests = [];
  language = 'is';
  tracker = createCallTracker(() => 1_000);
});

afterEach(() => root.unmount());

/** A session controlled by the test, with the real API client and query cache. */
const makeParts = (): SessionParts => {
  const session: Session = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => undefined,
    retry: async () => void logins.push(['retry']),
    login: async (...props) => void logins.push(props),
    logout: async () => undefined,
    signInAgain: async () => undefined,
    identityCheck: createIdentityCheck(),
    calls: { token: async () => 'token', handleUnauthorized: async () => false },
  };
  const queries = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 60_000 } },
  });
  const client = createApi({
    base: async () => '',
    language: () => language,
    session: session.calls,
    switchSettled: () => switchSettled(queries),
    fetch: (path, init) =>
      new Promise((resolve) => {
        requests.push({
          path: String(path),
          language: new Headers(init?.headers).get('accept-language'),
          actingFor: new Headers(init?.headers).get('acting-for'),
          signal: init?.signal ?? null,
          isAnswered: false,
          answer: (body, status = 200) => resolve(Response.json(body, { status })),
        });
      }),
  });
  const api = trackWrites(client, tracker);
  return { session, api, queries, tracker, language: () => language };
};

const show = (children: ReactNode): void => {
  parts ??= makeParts();
  const props = parts;
  flushSync(() => root.render(<SessionProvider parts={props}>{children}</SessionProvider>));
};

/** Makes the subject known before the screen opens, as on any page but the first. */
const setSubject = (): void => {
  parts = makeParts();
  parts.queries.setQueryData(userKey, { value: userOf('anna') });
};
const userOf = (id: string) => ({ id: 'anna', ssn: '1402851489', currentProxyUser: { id, via: 'self' } });

/** Responds to the next request, as soon as it is made. */
const respond = async (body: unknown, status?: number): Promise<void> => {
  const request = await vi.waitFor(() => {
    const [next] = requests.filter(({ isAnswered }) => !isAnswered);
    if (!next) throw new Error('no request was made');
    return next;
  });
  request.isAnswered = true;
  request.answer(body, status);
};

/** Waits until the check passes. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check);

// Components that render nothing and record the values of their hook.
type PoliciesInput = NonNullable<Parameters<typeof useCall<'/api/policy/v2'>>[1]>;
const PolicyList = ({ input = {}, seen = [] }: { input?: PoliciesInput; seen?: CallResult<Policies>[] }) => {
  seen.push(useCall('/api/policy/v2', input));
  return null;
};
const UserCall = ({ seen = [] }: { seen?: CallResult<User>[] }) => {
  seen.push(useUser());
  return null;
};
const UserState = ({ seen }: { seen: CallState[] }) => {
  seen.push(useCallState('user'));
  return null;
};

describe('CALL-3: tracked calls', () => {
  test('CALL-3: user: every part of the page sees loading, started, received and not loading', async () => {
    const seen: CallState[] = [];
    const users: CallResult<User>[] = [];
    show(
      <>
        <UserState seen={seen} />
        <UserCall seen={users} />
        <UserCall seen={users} />
      </>,
    );
    await eventually(() => expect(seen.at(-1)).toEqual({ loading: true, startedAt: 1_000 }));
    await eventually(() => expect(requests.map(({ path }) => path)).toEqual(['/api/user/v1/info']));
    await respond({ id: 'customer-1', fullName: 'Anna' });
    await eventually(() =>
      expect(users.at(-1)).toMatchObject({ state: 'ready', data: { fullName: 'Anna' } }),
    );
    await eventually(() =>
      expect(seen.at(-1)).toEqual({ loading: false, startedAt: 1_000, receivedAt: 1_000 }),
    );
  });

  test('CALL-3: user: a failure is stored by name', async () => {
    const seen: CallState[] = [];
    show(
      <>
        <UserState seen={seen} />
        <UserCall />
      </>,
    );
    await respond({ errorCode: 'unavailable' }, 503);
    await eventually(() =>
      expect(seen.at(-1)).toMatchObject({ loading: false, error: { status: 503, errorCode: 'unavailable' } }),
    );
  });
});

// Written out, so that a name removed from the product fails the test.
const names =
  `user accessGrants setProxyUser getBankInfo setBankInfo getPaymentMethod ssnLookup initializeCcard
  registerCcard getPopupInfo setPopupInfo`.split(/\s+/) as TrackedCall[];

/** Makes a call like a screen: a read with `useCall`, a write with `usePost`. */
const Caller = ({ name }: { name: TrackedCall }) => {
  const [method = '', path = ''] = trackedCalls[name].split(' ');
  const isRead = method === 'GET';
  useUser();
  useCall(path as '/api/contentConfig/v1/general', { enabled: isRead && name !== 'user' });
  const { send } = usePost(path as '/api/user/v1/logout');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, like a click.
  useEffect(() => {
    if (!isRead) void send({});
  }, []);
  return null;
};
const Mark = ({ name, seen }: { name: TrackedCall; seen: CallState[] }) => {
  seen.push(useCallState(name));
  return null;
};

describe('CALL-3: every name', () => {
  test.each(names)('CALL-3: %s: another part of the page sees loading, received and failed', async (name) => {
    expect(Object.keys(trackedCalls)).toEqual(names);
    for (const status of [200, 503]) {
      tracker = createCallTracker(() => 1_000);
      parts = makeParts();
      if (name !== 'user') parts.queries.setQueryData(userKey, { value: userOf('anna') });
      requests = [];
      const seen: CallState[] = [];
      show(<Mark key={status} name={name} seen={seen} />);
      expect(seen.at(-1)).toEqual({ loading: false });
      show(
        <>
          <Mark key={status} name={name} seen={seen} />
          <Caller key={`${status} caller`} name={name} />
        </>,
      );
      await eventually(() => expect(seen.at(-1)).toEqual({ loading: true, startedAt: 1_000 }));
      await respond(status === 200 ? userOf('anna') : { errorCode: 'unavailable' }, status);
      await eventually(() => expect(seen.at(-1)?.loading).toBe(false));
      expect(seen.at(-1)).toMatchObject(
        status === 200 ? { receivedAt: 1_000 } : { error: { status: 503, errorCode: 'unavailable' } },
      );
      const [{ path } = { path: 'none' }] = requests;
      expect(trackedCalls[name]).toContain(path);
    }
  });
});

let switchSubject = (_first?: () => Promise<boolean>): void => undefined;
const Switch = ({ seen }: { seen: SwitchResult[] }) => {
  const { actFor } = useActFor();
  switchSubject = (first) => void actFor('5001141499', first).then((results) => seen.push(results));
  return null;
};
const Grants = ({ seen }: { seen: CallState[] }) => {
  useCall('/api/user/v1/settings/accessgrants', {});
  seen.push(useCallState('accessGrants'));
  return null;
};

describe('the subject', () => {
  test('CALL-3: accessGrants: loading, started, received, not loading', async () => {
    setSubject();
    const seen: CallState[] = [];
    show(<Grants seen={seen} />);
    await eventually(() => expect(seen.at(-1)).toEqual({ loading: true, startedAt: 1_000 }));
    await respond({ items: [] });
    await eventually(() =>
      expect(seen.at(-1)).toEqual({ loading: false, startedAt: 1_000, receivedAt: 1_000 }),
    );
  });

  test('CALL-3, ACC-3: setProxyUser: a switch of subject removes the cached data of the previous one', async () => {
    parts = makeParts();
    const { queries, tracker } = parts;
    clearCacheOnSubjectChange(queries);
    const results: SwitchResult[] = [];
    const seen: CallResult<Policies>[] = [];
    const users: CallResult<User>[] = [];
    show(
      <>
        <UserCall seen={users} />
        <PolicyList input={{}} seen={seen} />
        <Switch seen={results} />
      </>,
    );
    await respond(userOf('anna'));
    await respond({ items: [], nextCursor: null });
    await eventually(() => expect(seen.at(-1)?.state).toBe('ready'));
    expect(subjectOf(queries)?.id).toBe('anna');
    switchSubject();
    await eventually(() => expect(tracker.state('setProxyUser').loading).toBe(true));
    await respond(userOf('felag'));
    await eventually(() => expect(results).toEqual(['switched']));
    expect(tracker.state('setProxyUser')).toMatchObject({ loading: false, receivedAt: 1_000 });
    expect(subjectOf(queries)?.id).toBe('felag');
    const keys = () =>
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey);
    await eventually(() => expect(keys()).toEqual([['user'], ['/api/policy/v2 {}', 'felag', 'is']]));
    expect(seen.at(-1)?.state).toBe('loading');
    await respond({ items: [], nextCursor: null });
    // A refused switch changes nothing.
    switchSubject();
    await respond({ errorCode: 'notFound' }, 404);
    await eventually(() => expect(results).toEqual(['switched', 'failed']));
    expect(subjectOf(queries)?.id).toBe('felag');
  });
});

test('ACC-3: a screen opened during a switch makes its calls after it, for the new subject', async () => {
  parts = makeParts();
  const { queries } = parts;
  clearCacheOnSubjectChange(queries);
  const results: SwitchResult[] = [];
  const seen: CallResult<Policies>[] = [];
  const screen = (policies: boolean) =>
    show(
      <>
        <UserCall />
        <Switch seen={results} />
        {policies && <PolicyList input={{}} seen={seen} />}
      </>,
    );
  screen(false);
  await respond({ id: 'anna', currentProxyUser: { id: 'anna' } });
  await eventually(() => expect(subjectOf(queries)?.id).toBe('anna'));
  const before = requests.length;
  // The overview, which opens before the switch.
  switchSubject(async () => {
    screen(true);
    return true;
  });
  await eventually(() => expect(requests).toHaveLength(before + 1));
  expect(requests.at(-1)?.path).toBe('/api/user/v1/login/switchcustomer');
  expect(seen.at(-1)?.state).toBe('loading');
  await respond({ id: 'anna', currentProxyUser: { id: 'felag' } });
  await eventually(() => expect(results).toEqual(['switched']));
  screen(true);
  await eventually(() => expect(requests.at(-1)?.path).toBe('/api/policy/v2'));
  await respond({ items: [], nextCursor: null });
  await eventually(() => expect(seen.at(-1)?.state).toBe('ready'));
  expect(requests).toHaveLength(before + 2);
  // A cancelled switch changes nothing and does not block later calls.
  switchSubject(async () => false);
  await eventually(() => expect(results).toEqual(['switched', 'cancelled']));
  seen.at(-1)?.retry();
  await eventually(() => expect(requests).toHaveLength(before + 3));
  expect(requests.at(-1)?.path).toBe('/api/policy/v2');
});

test('HOLD-2: a second switch waits for the first, and a response from before a switch does not undo it', async () => {
  setSubject();
  const results: SwitchResult[] = [];
  show(
    <>
      <UserCall />
      <Switch seen={results} />
    </>,
  );
  void parts?.queries.invalidateQueries({ queryKey: userKey });
  await eventually(() => expect(requests).toHaveLength(1));
  const [late] = requests;
  if (late) late.isAnswered = true;
  switchSubject();
  switchSubject();
  await eventually(() => expect(requests).toHaveLength(2));
  await respond(userOf('felag'));
  await eventually(() => expect(requests).toHaveLength(3));
  await respond(userOf('birgir'));
  await eventually(() => expect(results).toHaveLength(2));
  late?.answer(userOf('anna'));
  await eventually(() => expect(late?.signal?.aborted).toBe(true));
  expect(parts && subjectOf(parts.queries)?.id).toBe('birgir');
});

describe('useCall', () => {
  beforeEach(setSubject);

  test('is loading, then an error with a retry, then ready', async () => {
    const seen: CallResult<Policies>[] = [];
    show(<PolicyList input={{ query: { limit: 2 } }} seen={seen} />);
    expect(seen.at(-1)?.state).toBe('loading');
    await respond({ errorCode: 'unavailable', requestId: 'r-1' }, 503);
    await eventually(() =>
      expect(seen.at(-1)).toMatchObject({
        state: 'error',
        error: { errorCode: 'unavailable', requestId: 'r-1' },
      }),
    );
    expect(requests).toHaveLength(1);
    seen.at(-1)?.retry();
    await eventually(() => expect(seen.at(-1)?.state).toBe('loading'));
    await eventually(() => expect(requests).toHaveLength(2));
    await respond({ items: [], nextCursor: null });
    await eventually(() => expect(seen.at(-1)).toMatchObject({ state: 'ready', data: { items: [] } }));
    expect(requests.map(({ path }) => path)).toEqual(['/api/policy/v2?limit=2', '/api/policy/v2?limit=2']);
  });

  test('keeps its data during a refetch, even if that fails', async () => {
    const seen: CallResult<Policies>[] = [];
    show(<PolicyList seen={seen} />);
    await respond({ items: [], nextCursor: 'x' });
    await eventually(() => expect(seen.at(-1)?.state).toBe('ready'));
    const actions: string[] = [];
    tracker.subscribe(({ type }) => actions.push(type));
    seen.at(-1)?.retry();
    await eventually(() => expect(requests).toHaveLength(2));
    expect(seen.at(-1)?.state).toBe('ready');
    await respond({}, 503);
    await eventually(() => expect(actions).toEqual(['loading', 'started', 'failed', 'loading']));
    expect(seen.at(-1)).toMatchObject({ state: 'ready', data: { nextCursor: 'x' } });
  });

  test('waits until someone is signed in, and until it is enabled', async () => {
    state = { status: 'authenticating' };
    const seen: CallResult<Policies>[] = [];
    show(<PolicyList input={{ enabled: false }} seen={seen} />);
    expect([seen.at(-1)?.state, requests.length]).toEqual(['loading', 0]);
    setSession({ status: 'authenticated', user: { sub: 'customer-1' } });
    expect(requests).toHaveLength(0);
    show(<PolicyList input={{ enabled: true }} seen={seen} />);
    await eventually(() => expect(requests).toHaveLength(1));
  });

  test('is made for each language separately', async () => {
    const seen: CallResult<Policies>[] = [];
    show(<PolicyList seen={seen} />);
    await respond({ items: [], nextCursor: 'íslenska' });
    await eventually(() => expect(seen.at(-1)?.data?.nextCursor).toBe('íslenska'));
    language = 'en';
    setSession({ ...state });
    expect(seen.at(-1)?.state).toBe('loading');
    await eventually(() => expect(requests).toHaveLength(2));
    await respond({ items: [], nextCursor: 'English' });
    await eventually(() => expect(seen.at(-1)?.data?.nextCursor).toBe('English'));
    expect(requests.map((request) => request.language)).toEqual(['is', 'en']);
  });

  test('is one request whatever the order of its input', async () => {
    show(
      <>
        <PolicyList input={{ query: { limit: 2, search: 'a' } }} />
        <PolicyList input={{ query: { search: 'a', limit: 2 } }} />
        <PolicyList input={{ query: { search: 'b', limit: 2 } }} />
      </>,
    );
    await eventually(() => expect(requests).toHaveLength(2));
  });

  test('HOLD-2: waits for the subject, has it in its key and its request, and fails if the subject cannot be loaded', async () => {
    parts = makeParts();
    const seen: CallResult<Policies>[] = [];
    show(<PolicyList seen={seen} />);
    await respond({ errorCode: 'unavailable' }, 503);
    await eventually(() => expect(seen.at(-1)).toMatchObject({ state: 'error', error: { status: 503 } }));
    expect(requests.map(({ path }) => path)).toEqual(['/api/user/v1/info']);
    seen.at(-1)?.retry();
    await respond(userOf('felag'));
    await eventually(() => expect(requests.at(-1)?.path).toBe('/api/policy/v2'));
    expect(requests.map(({ actingFor }) => actingFor)).toEqual([null, null, 'felag']);
    expect(parts.queries.getQueryCache().getAll().at(-1)?.queryKey).toEqual([
      '/api/policy/v2 {}',
      'felag',
      'is',
    ]);
  });

  test('HOLD-2: the user is requested once, not for each language', async () => {
    const seen: CallResult<User>[] = [];
    show(<UserCall seen={seen} />);
    language = 'en';
    setSession({ ...state });
    expect(seen.at(-1)?.data?.currentProxyUser.id).toBe('anna');
    expect(requests).toEqual([]);
  });

  test('is aborted when no screen uses it', async () => {
    show(<PolicyList />);
    await eventually(() => expect(requests).toHaveLength(1));
    show(null);
    await eventually(() => expect(requests[0]?.signal?.aborted).toBe(true));
  });
});

/** Two cases of the staff portal, one of which an act changes. */
const Case = ({ seen, act }: { seen: unknown[]; act: { change?: () => void } }) => {
  const path = '/api/staff/v1/cases/{id}';
  const changeAnswer = useChangeAnswer();
  const input = { params: { id: 'k1' } };
  act.change = () => changeAnswer(path, (shown) => ({ ...shown, state: 'closed' as const }), input);
  seen.push([useCall(path, input).data?.state, useCall(path, { params: { id: 'k2' } }).data?.state]);
  return null;
};

test.each([[undefined], ['anna']])(
  'STAFF-6: the answer to an act on a case is shown, also while a customer is viewed: %s',
  async (viewed) => {
    parts = makeParts();
    if (viewed) parts.queries.setQueryData(userKey, { value: userOf(viewed) });
    const seen: unknown[] = [];
    const act: { change?: () => void } = {};
    show(<Case seen={seen} act={act} />);
    if (!viewed) await respond(userOf('none'));
    for (const id of ['k1', 'k2']) await respond({ id, state: 'open' });
    await eventually(() => expect(seen.at(-1)).toEqual(['open', 'open']));
    flushSync(() => act.change?.());
    await eventually(() => expect(seen.at(-1)).toEqual(['closed', 'open']));
  },
);

describe('RequireSession', () => {
  const html = (): string => {
    const container = document.createElement('div');
    root.unmount();
    root = createRoot(container);
    show(
      <RequireSession
        waiting="waiting"
        otherUser="other user"
        signedOutElsewhere={(login) => (
          <button type="button" onClick={login}>
            signed out
          </button>
        )}
        failed={({ error, retry }) => (
          <button type="button" onClick={retry}>
            {error.message}
          </button>
        )}
      >
        portal
      </RequireSession>,
    );
    container.querySelector('button')?.click();
    return container.textContent ?? '';
  };

  test('shows the portal to a signed-in user', async () => {
    expect(html()).toBe('portal');
    expect(logins).toEqual([]);
  });

  test('PORT-16: redirects anyone else to login, replacing the history entry', async () => {
    state = { status: 'unauthenticated' };
    expect(html()).toBe('waiting');
    expect(logins).toEqual([[undefined, { replace: true }]]);
  });

  test('AUTH-10d: the page for requesting credentials redirects there instead, and afterwards to My pages', async () => {
    state = { status: 'unauthenticated' };
    const container = document.createElement('div');
    root.unmount();
    root = createRoot(container);
    history.replaceState(null, '', withBase('/en/login/forgotten-password/'));
    show(
      <RequireSession
        waiting="waiting"
        onBegin={requestCredentials}
        signedOutElsewhere={() => 'signed out'}
        failed={() => 'failed'}
      >
        portal
      </RequireSession>,
    );
    const options = { replace: true, prompt: 'login', screenHint: 'credentials' };
    await eventually(() => expect(logins).toEqual([[withBase('/en/my-pages/'), options]]));
    history.replaceState(null, '', withBase('/'));
  });

  test('waits until the session is known', async () => {
    state = { status: 'authenticating' };
    expect(html()).toBe('waiting');
    expect(logins).toEqual([]);
  });

  test('shows a failure with its retry, and does not redirect', async () => {
    state = { status: 'unauthenticated', error: new AuthError('timeout', 'Timeout') };
    expect(html()).toBe('Timeout');
    expect(logins).toEqual([['retry']]);
  });

  test('shows that another user has signed in', async () => {
    state = { status: 'authenticating', notice: 'otherTab' };
    expect(html()).toBe('other user');
  });

  test('keeps a half-filled form while the identity service is down, and drops it at sign-out', async () => {
    const container = document.createElement('div');
    root.unmount();
    root = createRoot(container);
    const render = () => {
      show(
        <RequireSession waiting="waiting" signedOutElsewhere={() => 'signed out'} failed={() => 'failed'}>
          <input />
        </RequireSession>,
      );
      for (const listener of listeners) flushSync(listener);
    };
    const field = () => container.querySelector('input');
    state = { status: 'authenticated' };
    render();
    const input = field();
    expect(input).not.toBeNull();
    state = { status: 'unauthenticated', error: new AuthError('timeout', 'Timeout') };
    render();
    expect(container.textContent).toBe('failed');
    expect(field()?.closest('[hidden]')).not.toBeNull();
    state = { status: 'authenticated' };
    render();
    expect(field()).toBe(input);
    expect(field()?.closest('[hidden]')).toBeNull();
    state = { status: 'unauthenticated', notice: 'signedOutElsewhere' };
    render();
    expect(field()).toBeNull();
    expect(container.textContent).toBe('signed out');
  });

  test('does not redirect to login after a sign-out in another tab, until the user asks for it', async () => {
    state = { status: 'unauthenticated', notice: 'signedOutElsewhere' };
    expect(html()).toBe('signed out');
    // Only by the click on the button.
    expect(logins).toEqual([[undefined, { replace: true }]]);
  });
});

test('a hook outside the provider throws an error that names the provider', async () => {
  const errors: unknown[] = [];
  const lost = createRoot(document.createElement('div'), { onUncaughtError: (error) => errors.push(error) });
  lost.render(<UserCall />);
  await vi.waitFor(() => expect(String(errors[0])).toContain('need a SessionProvider above them'));
});
