import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@hofn/auth-client/client.ts';
import type { AuthParts } from '@hofn/auth-client/parts.ts';
import { type CookieJar, memoryStore } from '@hofn/auth-client/storage.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { identityKeysOf } from '@hofn/service/tokens.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsSchema as apiSettings } from '../apps/api/src/settings.ts';
import { createIssuer, fillDatabase, startApi } from '../apps/api/src/testing.ts';
import { settingsSchema as webSettings } from '../apps/web/server/settings.ts';
import { createWeb } from '../apps/web/server/web.ts';
import type { WebSettings } from '../apps/web/src/session/settings.ts';

const realm = '/realms/insurer';
const audience = 'https://api.insurer.example';
const redirectUri = 'https://www.insurer.example/arsskyrsla/login/callback/';
/** A customer of `fillDatabase`, who has the same name at the provider. */
const customer = 'anna';
const home = 'https://www.insurer.example/arsskyrsla/';

let server: Server;
let issuer: string;

/**
 * A stock oidc-provider below a path, with addresses and token format as the library has them: its own development sign-in
 * pages, form-encoded token requests, access tokens by resource indicator. Only the claims' names are an insurer's.
 */
beforeAll(async () => {
  // The library prints which of its defaults a product should replace.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = origin + realm;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    clients: [
      {
        client_id: 'portal',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [home],
      },
    ],
    clientBasedCORS: () => true,
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile email',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (ctx) => ({
      'https://insurer.example/kind': 'customer',
      'https://insurer.example/id': String(ctx.oidc.session?.accountId ?? ctx.oidc.account?.accountId),
      acr: 'strong',
    }),
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    // As Express mounts the provider below a path.
    Object.assign(request, {
      originalUrl: request.url,
      baseUrl: realm,
      url: request.url?.slice(realm.length) || '/',
    });
    void handle(request, response);
  });
});
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
});

/** A browser without scripts: follows redirects and sends the provider's forms, with its cookies. */
const browse = () => {
  const cookies = new Map<string, string>();
  const visit = async (
    url: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; html: string }> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const target = answer.headers.get('location');
    const next = target && new URL(target, url).href;
    if (next && !next.startsWith(new URL(issuer).origin)) return { url: next, html: '' };
    return next ? visit(next) : { url, html: await answer.text() };
  };
  const actionIn = (html: string, url: string) =>
    new URL(/<form[^>]*action="([^"]+)"/.exec(html)?.[1] ?? '', url).href;
  return {
    visit,
    submit: (page: { url: string; html: string }, form: Record<string, string>) =>
      visit(actionIn(page.html, page.url), form),
  };
};

/** The page's side of a sign-in, as the portal runs it. */
const page = () => {
  const values = new Map<string, string>();
  const cookies: CookieJar = {
    get: (name) => values.get(name),
    set: (name, value) => Boolean(values.set(name, value)),
    remove: (name) => void values.delete(name),
  };
  const left: string[] = [];
  const unused = () => {
    throw new Error('No popup or frame is opened at a provider without web_message');
  };
  const parts: AuthParts = {
    crypto,
    fetch,
    cookies,
    local: memoryStore(),
    now: Date.now,
    lock: {
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      every: (ms, run) => {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
      newOwner: () => crypto.randomUUID(),
    },
    page: {
      address: () => home,
      leave: (url) => void left.push(url),
      popup: unused,
      frame: unused,
      onStored: () => () => undefined,
    },
    worker: unused,
  };
  return { parts, leftFor: () => left.at(-1) ?? '' };
};

const environment = () => ({
  IDENTITY_ISSUER: issuer,
  IDENTITY_DISCOVERY: 'true',
  WEB_CLIENT_ID: 'portal',
  API_AUDIENCE: audience,
  CLAIM_ACTOR_KIND: 'https://insurer.example/kind',
  CLAIM_SUBJECT: 'https://insurer.example/id',
  CLAIM_METHODS: 'acr',
  CUSTOMER_AMR: 'strong',
});

/** What `deploy/` sets in any case, to an identity service of ours that may not even run. */
const fromDeployment = {
  IDENTITY_KEYS_URL: 'http://127.0.0.1:9/.well-known/jwks.json',
  IDENTITY_MANAGEMENT_URL: 'http://127.0.0.1:9/',
};

const openWeb = (settings: Record<string, string>) =>
  createWeb({
    settings: webSettings.parse(settings),
    logger: createLogger('web', 'silent'),
    siteDir: '/nowhere',
  });

describeWithDatabase('another identity provider', (open) => {
  test('HOLD-28: a customer signs in at a stock provider below a path, the API accepts the token, and signing out ends the session there', async () => {
    const web = await openWeb(environment());
    const answer = await web.inject('/arsskyrsla/settings.json');
    const settings: WebSettings = answer.json();
    expect(settings.provider).toMatchObject({ issuer, hasMessages: false });
    expect(String(answer.headers['content-security-policy'])).toContain(
      `connect-src 'self' ${new URL(issuer).origin}`,
    );
    await web.close();

    const database = await open();
    await fillDatabase(database);
    const ofApi = apiSettings.parse({ ...environment(), ...fromDeployment });
    const api = await startApi(database, await createIssuer(), {
      settings: ofApi,
      keys: identityKeysOf(ofApi),
      clock: systemClock,
    });
    const { parts, leftFor } = page();
    const client = createClient(
      {
        domain: settings.identityDomain,
        provider: settings.provider,
        clientId: settings.clientId,
        audience: settings.audience,
        scope: settings.scope,
        connection: settings.connection.customer,
        cacheLocation: 'localstorage',
        useRefreshTokens: true,
        redirectUri,
      },
      parts,
    );
    await client.loginWithRedirect({ appState: { path: '/vidskipti' }, language: 'is' });
    const { visit, submit } = browse();
    const signIn = await visit(leftFor());
    const consent = await submit(signIn, { prompt: 'login', login: customer, password: 'any' });
    const callback = await submit(consent, { prompt: 'consent' });
    expect(callback.url).toMatch(/^https:\/\/www\.insurer\.example\/arsskyrsla\/login\/callback\/\?code=/);
    expect(await client.handleRedirectCallback(callback.url)).toEqual({ appState: { path: '/vidskipti' } });
    const token = await client.getTokenSilently();
    expect((await api.ask('/api/user/v1/settings/generalinfo', { token })).status).toBe(200);
    // The provider has no management API of ours, so a password is not sent anywhere.
    const password = await api.ask('/api/user/v1/changepasswordtoken', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'a password' }),
    });
    expect(password.status).toBe(503);
    // A popup would never answer, so it is refused before it opens.
    await expect(client.loginWithPopup()).rejects.toMatchObject({ code: 'login_required' });

    await client.logout({ returnTo: home });
    const signOut = new URL(leftFor());
    expect(signOut.origin + signOut.pathname).toBe(settings.provider?.endSession);
    expect(Object.fromEntries(signOut.searchParams)).toMatchObject({
      client_id: 'portal',
      post_logout_redirect_uri: home,
      id_token_hint: expect.any(String),
    });
    const signedOut = await submit(await visit(signOut.href), {
      xsrf: /name="xsrf" value="([^"]+)"/.exec((await visit(signOut.href)).html)?.[1] ?? '',
      logout: 'yes',
    });
    expect(signedOut.url).toBe(home);
    await client.loginWithRedirect();
    expect((await visit(leftFor())).html).toContain('name="login"');
    await api.stop();
  });

  test('HOLD-28: a token is refused unless its claims have the names that the settings say', async () => {
    const database = await open();
    await fillDatabase(database);
    const ours = await createIssuer();
    const api = await startApi(database, ours, {
      settings: apiSettings.parse({ CLAIM_ACTOR_KIND: 'kind', TOKEN_TYPE: 'jwt' }),
    });
    const statusOf = async (claims: Record<string, unknown>, header: Record<string, unknown>) =>
      (
        await api.ask('/api/user/v1/settings/generalinfo', {
          token: await ours.token(customer, claims, header),
        })
      ).status;
    const claims = { actor_kind: undefined, kind: 'customer' };
    expect(await statusOf(claims, { typ: 'JWT' })).toBe(200);
    expect(await statusOf(claims, { typ: 'at+jwt' })).toBe(200);
    expect(await statusOf({ actor_kind: 'customer' }, { typ: 'JWT' })).toBe(401);
    expect(await statusOf({ ...claims, nonce: 'of an id token' }, { typ: 'JWT' })).toBe(401);
    expect(await statusOf(claims, { typ: 'logout+jwt' })).toBe(401);
    await api.stop();
  });
});

test('HOLD-28: a discovery document of another issuer, or that cannot be read, ends the start of the web server', async () => {
  const withSlash = openWeb({ ...environment(), IDENTITY_ISSUER: `${issuer}/` });
  await expect(withSlash).rejects.toThrow(`names the issuer ${issuer}: set IDENTITY_ISSUER to that`);
  const elsewhere = openWeb({ ...environment(), IDENTITY_ISSUER: `${new URL(issuer).origin}/other` });
  await expect(elsewhere).rejects.toThrow('cannot be read');
});
