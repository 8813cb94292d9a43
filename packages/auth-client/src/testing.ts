// Test support: virtual time, and an in-memory provider with real signatures.
import { createClient } from './client.ts';
import type { AuthParts } from './parts.ts';
import { type CookieJar, memoryStore } from './storage.ts';
import type { AuthClient, AuthOptions } from './types.ts';

/** Time that only moves when advanced; due timers run in order. */
export const virtualTime = (start = Date.UTC(2026, 10, 21, 12)) => {
  let now = start;
  const due: { at: number; run: () => void }[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const later = (milliseconds: number, run: () => void) => {
    const entry = { at: now + milliseconds, run };
    due.push(entry);
    return () => {
      const index = due.indexOf(entry);
      if (index >= 0) due.splice(index, 1);
    };
  };
  return {
    now: () => now,
    later,
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        later(milliseconds, resolve);
      }),
    every(milliseconds: number, run: () => void) {
      let stop = (): void => undefined;
      const schedule = (): void => {
        stop = later(milliseconds, () => {
          schedule();
          run();
        });
      };
      schedule();
      return () => stop();
    },
    /** Advances the time, running every timer that becomes due. */
    async advance(milliseconds: number) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due.splice(due.indexOf(next), 1);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
};
export type VirtualTime = ReturnType<typeof virtualTime>;

const base64url = (data: string | ArrayBuffer): string =>
  Buffer.from(typeof data === 'string' ? data : new Uint8Array(data)).toString('base64url');

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Creates a key pair, with the public key in the published format. */
export const newKey = async (kid: string, bits = 2048) => {
  const pair = await crypto.subtle.generateKey(
    { ...rs256, modulusLength: bits, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const published = {
    ...(await crypto.subtle.exportKey('jwk', pair.publicKey)),
    kid,
    use: 'sig',
    alg: 'RS256',
  };
  return { kid, pair, published };
};
export type TestKey = Awaited<ReturnType<typeof newKey>>;

/** Signs claims as a JWT, whatever the header says. */
export const sign = async (
  claims: Record<string, unknown>,
  key: TestKey,
  header: Record<string, unknown> = { alg: 'RS256', kid: key.kid },
): Promise<string> => {
  const data = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  return `${data}.${base64url(await crypto.subtle.sign(rs256, key.pair.privateKey, Buffer.from(data)))}`;
};

export const transactionCookie = 'hofn.hofn-test.transaction';
export const signedInCookie = 'hofn.hofn-test.is.authenticated';

export const testOptions = {
  domain: 'https://identity.example',
  clientId: 'hofn-test',
  audience: 'https://api.example',
  cacheLocation: 'localstorage',
  useRefreshTokens: true,
  redirectUri: 'https://app.example/callback/',
} as const satisfies AuthOptions;

export const tokenUrl = 'https://identity.example/oauth/token';
export const keysUrl = 'https://identity.example/.well-known/jwks.json';

const firstKey = newKey('first');

/**
 * A provider that responds to token requests like the identity service. `nonces` maps codes to the nonce of their
 * request; tests override `respond`, `claims` and `keys` to make it misbehave.
 */
export const testProvider = async (time: VirtualTime) => {
  const key = await firstKey;
  let issued = 0;
  const provider = {
    key,
    keys: [key.published] as unknown[],
    subject: 'customer-1',
    nonces: new Map<string, string>(),
    requests: [] as { url: string; method: string; headers: Headers; body: Record<string, string> }[],
    /** Claims of the next id token. */
    claims: (nonce: string | undefined): Record<string, unknown> => ({
      iss: 'https://identity.example/',
      sub: provider.subject,
      aud: testOptions.clientId,
      iat: Math.floor(time.now() / 1000),
      exp: Math.floor(time.now() / 1000) + 3_600,
      name: 'Hafdís Prófa',
      ...(nonce ? { nonce } : {}),
    }),
    idToken: (nonce: string | undefined): Promise<string> => sign(provider.claims(nonce), key),
    respond: async (body: Record<string, string>): Promise<Response> => {
      issued += 1;
      const nonce = body.code ? provider.nonces.get(body.code) : undefined;
      return Response.json({
        access_token: `access-${issued}`,
        id_token: await provider.idToken(nonce),
        ...(body.scope?.includes('offline_access') ? { refresh_token: `refresh-${issued}` } : {}),
        token_type: 'Bearer',
        expires_in: 600,
      });
    },
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const url = String(input);
      if (url === keysUrl) {
        provider.requests.push({ url, method: 'GET', headers: new Headers(), body: {} });
        return Response.json({ keys: provider.keys });
      }
      const body = JSON.parse(String(init?.body));
      provider.requests.push({
        url,
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body,
      });
      return provider.respond(body);
    },
    /** The provider's response to an `/authorize` URL. */
    authorize: (url: string, more: Record<string, string> = {}): URLSearchParams => {
      const request = new URL(url).searchParams;
      const code = `code-${provider.nonces.size + 1}`;
      provider.nonces.set(code, request.get('nonce') ?? '');
      return new URLSearchParams({ code, state: request.get('state') ?? '', ...more });
    },
    tokenRequests: () => provider.requests.filter(({ url }) => url === tokenUrl),
  };
  return provider;
};
export type TestProvider = Awaited<ReturnType<typeof testProvider>>;

/** Browser dependencies for tests. */
export const testParts = (provider: TestProvider, time: VirtualTime) => {
  const values = new Map<string, string>();
  const cookies: CookieJar & { values: Map<string, string> } = {
    values,
    get: (name) => values.get(name),
    set: (name, value) => {
      values.set(name, value);
      return true;
    },
    remove: (name) => void values.delete(name),
  };
  const seen = { left: [] as string[], frames: [] as string[], popups: [] as string[], forgotten: 0 };
  const storageListeners = new Set<(key: string | null) => void>();
  const local = memoryStore();
  const parts: AuthParts = {
    crypto,
    fetch: provider.fetch,
    cookies,
    local,
    now: time.now,
    lock: { wait: time.wait, every: time.every, newOwner: () => crypto.randomUUID() },
    page: {
      address: () => 'https://app.example/',
      leave: (url) => void seen.left.push(url),
      popup: () => async (url) => {
        seen.popups.push(url);
        return provider.authorize(url);
      },
      frame: async (url) => {
        seen.frames.push(url);
        return provider.authorize(url);
      },
      onStored: (listener) => {
        storageListeners.add(listener);
        return () => storageListeners.delete(listener);
      },
    },
    worker: () => ({
      request: async () => {
        throw new Error('This test has no worker');
      },
      forget: async () => {
        seen.forgotten += 1;
      },
    }),
  };
  return {
    parts,
    seen,
    cookies,
    local,
    otherTabWrites(key: string | null) {
      for (const listener of storageListeners) listener(key);
    },
  };
};

/** An empty browser, a provider and a client. */
export const testWorld = async () => {
  const time = virtualTime();
  const provider = await testProvider(time);
  const browser = testParts(provider, time);
  /** The URL the page last navigated to. */
  const leftFor = (): URL => new URL(browser.seen.left.at(-1) ?? 'about:blank');
  return {
    time,
    provider,
    browser,
    leftFor,
    open: (options: Partial<AuthOptions> = {}, parts: Partial<AuthParts> = {}): AuthClient =>
      createClient({ ...testOptions, ...options } as AuthOptions, { ...browser.parts, ...parts }),
    /** The callback URL with the provider's response to the last redirect. */
    callbackUrl: (more: Record<string, string> = {}): string =>
      `https://app.example/callback/?${provider.authorize(leftFor().href, more)}`,
    /** Advances the time until the promise settles: it waits for both timers and real cryptography. */
    withTime: async <T>(promise: Promise<T>): Promise<T> => {
      let settled = false;
      const settle = (): void => {
        settled = true;
      };
      promise.then(settle, settle);
      while (!settled) await time.advance(25);
      return promise;
    },
    /** A snapshot of cache and cookie, for comparison. */
    snapshot: () => ({
      stored: Object.fromEntries(browser.local.keys().map((key) => [key, browser.local.get(key)])),
      signedIn: browser.cookies.get(signedInCookie),
    }),
  };
};
export type TestWorld = Awaited<ReturnType<typeof testWorld>>;
