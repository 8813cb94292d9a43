import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createLogger, type Limits } from '@hofn/service';
import { serving } from '@hofn/service/testing/serving.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepts } from './files.ts';
import { settingsSchema } from './settings.ts';
import { createWeb } from './web.ts';

let parent = '';
let folder = '';
let web: FastifyInstance;
let api: FastifyInstance;
let apiOrigin = '';

const files: Record<string, string> = {
  'index.html': 'forsíða',
  'um-okkur/index.html': 'um okkur',
  'en/about/index.html': 'about',
  '404/index.html': 'fannst ekki',
  'en/404/index.html': 'not found',
  '500/index.html': 'villa',
  'en/500/index.html': 'fault',
  'vidskipti/tryggingar/[id]/index.html': 'trygging',
  'assets/app-1234.js': 'let a;',
  'page-data/um-okkur/page-data.json': '{"path":"/um-okkur"}',
  'page-data/sq/d/h1.json': '{}',
  'page-data/app-data.json': JSON.stringify({
    webpackCompilationHash: 'b1',
    matchPaths: [{ path: '/vidskipti/tryggingar/[id]', matchPath: '/vidskipti/tryggingar/:id' }],
  }),
  'sw.js': '',
  'robots.txt': 'User-agent: *',
  'sitemap.xml': '<urlset/>',
  'icon.svg': '<svg/>',
  '.stamp.json': '{"styles":["/arsskyrsla/assets/style-1234.css"]}',
};

const openWith = (settings: Record<string, string>, limits: Partial<Limits> = {}) =>
  createWeb({
    settings: settingsSchema.parse({ SITE_DIR: folder, ...settings }),
    logger: createLogger('web', 'silent'),
    siteDir: folder,
    limits,
  });
const open = (origin: string) => openWith({ API_ORIGIN: origin });

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'site-'));
  folder = join(parent, 'site');
  for (const [name, body] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), body);
  }
  // Copies of the build: recognisable, because they contain something else than the file.
  await writeFile(join(folder, 'assets/app-1234.js.br'), brotliCompressSync('let br;'));
  await writeFile(join(folder, 'assets/app-1234.js.gz'), gzipSync('let gz;'));
  await writeFile(join(parent, 'secret.json'), '{}');
  api = Fastify();
  api.get('/ready', () => ({ ready: true }));
  api.all('/api/*', (request, reply) =>
    reply.header('x-api', 'yes').send({
      url: request.url,
      id: request.headers['x-request-id'],
      for: request.headers['x-forwarded-for'],
    }),
  );
  apiOrigin = await api.listen({ port: 0, host: '127.0.0.1' });
  web = await open(apiOrigin);
});
afterAll(async () => {
  await web.close();
  await api.close();
  await rm(parent, { recursive: true });
});

test.each([
  ['/arsskyrsla/', 'forsíða'],
  ['/arsskyrsla', 'forsíða'],
  ['/arsskyrsla/index.html', 'forsíða'],
  ['/arsskyrsla/um-okkur', 'um okkur'],
  ['/arsskyrsla/um-okkur/', 'um okkur'],
  ['/arsskyrsla/um-okkur/index.html?a=1', 'um okkur'],
  ['/arsskyrsla/um%2Dokkur', 'um okkur'],
])('PATH-2: %s serves its page', async (url, body) => {
  const answer = await web.inject(url);
  expect([answer.statusCode, answer.body]).toEqual([200, body]);
});

test('PATH-3: a path that matches a match path serves that page', async () => {
  const answer = await web.inject('/arsskyrsla/vidskipti/tryggingar/17?x=1');
  expect([answer.statusCode, answer.body]).toEqual([200, 'trygging']);
});

test.each([
  ['/arsskyrsla/nei', 'fannst ekki'],
  ['/arsskyrsla/en/no', 'not found'],
  ['/arsskyrsla/a%ff', 'fannst ekki'],
  ['/utan-vefs', 'fannst ekki'],
])('PATH-7a: %s is a 404 with the 404 page in the language of the path', async (url, body) => {
  const answer = await web.inject(url);
  expect([answer.statusCode, answer.body]).toEqual([404, body]);
  const head = await web.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.body]).toEqual([404, '']);
});

test.each([
  ['/arsskyrsla/404', 404, 'fannst ekki'],
  ['/arsskyrsla/en/404/', 404, 'not found'],
  ['/arsskyrsla/500/index.html', 500, 'villa'],
  ['/arsskyrsla/en/500?x=1', 500, 'fault'],
])('PATH-14: %s, requested directly, has status %d', async (url, status, body) => {
  const answer = await web.inject(url);
  expect([answer.statusCode, answer.body]).toEqual([status, body]);
});

test.each([
  ['/arsskyrsla/nei', 404, 'Síðan fannst ekki', '/arsskyrsla/starfsfolk/verkefni/', undefined],
  ['/arsskyrsla/en/no', 404, 'The page was not found', '/arsskyrsla/en/staff/work-queue/', undefined],
  ['/arsskyrsla/500/', 500, 'Ekki tókst að opna síðuna', '/arsskyrsla/starfsfolk/verkefni/', 'Reyna aftur'],
  [
    '/arsskyrsla/en/500/',
    500,
    'The page could not be opened',
    '/arsskyrsla/en/staff/work-queue/',
    'Try again',
  ],
])(
  'STAFF-1: on the staff host %s is a plain page for staff, with the queue and a retry',
  async (url, status, title, queue, retry) => {
    const answer = await web.inject({ url, headers: { host: 'staff.hofn.example' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).toContain(`href="${queue}"`);
    expect(answer.body.includes('<a href="">')).toBe(retry !== undefined);
    if (retry) expect(answer.body).toContain(retry);
    expect(answer.body).not.toContain('<script');
  },
);

test('PATH-7a: HEAD for a page is a 200', async () => {
  expect((await web.inject({ method: 'HEAD', url: '/arsskyrsla/um-okkur' })).statusCode).toBe(200);
});

test('a path longer than a file name can be is a 404, not a server error', async () => {
  for (const path of ['a'.repeat(5000), 'a/'.repeat(3000), `en/${'%C3%BE'.repeat(1000)}`]) {
    const answer = await web.inject(`/arsskyrsla/${path}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe(path.startsWith('en/') ? 'not found' : 'fannst ekki');
  }
});

test('PATH-4: missing page data is a 404 without a page', async () => {
  const answer = await web.inject('/arsskyrsla/page-data/nei/page-data.json');
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toMatch('text/plain');
});

test.each([
  '/arsskyrsla/..%2fsecret.json',
  '/arsskyrsla/%2e%2e/secret.json',
  '/arsskyrsla/..%5csecret.json',
  '/arsskyrsla/.stamp.json',
  '/arsskyrsla/assets/..%2f.stamp.json',
  '/arsskyrsla/um-okkur%00.json',
])('%s reads nothing outside the site', async (url) => {
  expect((await web.inject(url)).statusCode).toBe(404);
});

test('hashed files are cached for ever, documents and page data are revalidated', async () => {
  const control = async (url: string) => (await web.inject(url)).headers['cache-control'];
  expect(await control('/arsskyrsla/assets/app-1234.js')).toBe('public, max-age=31536000, immutable');
  expect(await control('/arsskyrsla/page-data/sq/d/h1.json')).toBe('public, max-age=31536000, immutable');
  expect(await control('/arsskyrsla/um-okkur')).toBe('public, max-age=0, must-revalidate');
  expect(await control('/arsskyrsla/page-data/um-okkur/page-data.json')).toBe(
    'public, max-age=0, must-revalidate',
  );
  expect(await control('/arsskyrsla/sw.js')).toBe('no-cache');
  expect(await control('/arsskyrsla/settings.json')).toBe('no-cache');
});

test('a client with the file gets a 304, until the site is rebuilt', async () => {
  const url = '/arsskyrsla/en/about';
  const { etag } = (await web.inject(url)).headers;
  const again = await web.inject({ url, headers: { 'if-none-match': String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await writeFile(join(folder, 'en/about/index.html'), 'about us');
  const changed = await web.inject({ url, headers: { 'if-none-match': String(etag) } });
  expect([changed.statusCode, changed.body]).toEqual([200, 'about us']);
});

test('a compressed copy of the build is sent to clients that accept it, each with its own ETag', async () => {
  const send = (encoding: string) =>
    web.inject({ url: '/arsskyrsla/assets/app-1234.js', headers: { 'accept-encoding': encoding } });
  const [brotli, zipped, plain] = [
    await send('gzip, br'),
    await send('gzip;q=1, br;q=0'),
    await send('identity'),
  ];
  expect([brotli, zipped, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('let br;');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('let gz;');
  expect(plain.body).toBe('let a;');
  expect(new Set([brotli, zipped, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers } of [brotli, zipped, plain]) expect(headers.vary).toBe('Accept-Encoding');
  expect(accepts('*', 'br')).toBe(true);
  expect(accepts(undefined, 'br')).toBe(false);
  expect(accepts('br; q=0.0', 'br')).toBe(false);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])(
  'pages and their data are compressed on request with %s, and again after a change',
  async (encoding, unpack) => {
    for (const [url, file] of [
      ['/arsskyrsla/frettir', 'frettir/index.html'],
      ['/arsskyrsla/page-data/frettir/page-data.json', 'page-data/frettir/page-data.json'],
    ] as const) {
      const path = join(folder, file);
      const write = async (title: string) => {
        const text = JSON.stringify({ title, path: '/frettir'.repeat(50) });
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
        return text;
      };
      const ask = async () => {
        const { headers, rawPayload } = await web.inject({ url, headers: { 'accept-encoding': encoding } });
        expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
        return { text: unpack(rawPayload).toString(), etag: headers.etag };
      };
      const written = await write('Fréttir');
      const [[first, atOnce], again] = [await Promise.all([ask(), ask()]), await ask()];
      expect(first.text).toBe(written);
      expect([atOnce, again]).toEqual([first, first]);
      const rewritten = await write('Nýjar fréttir');
      const later = await ask();
      expect(later.text).toBe(rewritten);
      expect(later.etag).not.toBe(first.etag);
    }
  },
);

test('texts too small to shrink, and files that are no text, are sent as they are', async () => {
  await writeFile(join(folder, 'touch.png'), Buffer.alloc(1000));
  for (const file of ['robots.txt', 'touch.png']) {
    const { headers, rawPayload } = await web.inject({
      url: `/arsskyrsla/${file}`,
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(rawPayload.byteLength).toBe(file === 'touch.png' ? 1000 : 'User-agent: *'.length);
  }
});

test('the response with a document preloads the style sheet', async () => {
  for (const url of ['/arsskyrsla/um-okkur', '/arsskyrsla/engin-slik-sida']) {
    const { headers } = await web.inject(url);
    expect(headers.link).toBe('</arsskyrsla/assets/style-1234.css>; rel=preload; as=style');
  }
  expect((await web.inject('/arsskyrsla/assets/app-1234.js')).headers.link).toBeUndefined();
});

test('PATH-19: crawlers find robots.txt at the root of the host', async () => {
  const answer = await web.inject('/robots.txt');
  expect([answer.statusCode, answer.body]).toEqual([200, 'User-agent: *']);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('texts of every kind say that they are in UTF-8', async () => {
  for (const [name, type] of [
    ['sitemap.xml', 'application/xml'],
    ['icon.svg', 'image/svg+xml'],
  ])
    expect((await web.inject(`/arsskyrsla/${name}`)).headers['content-type']).toBe(`${type}; charset=utf-8`);
});

test('the root of the host redirects to the site', async () => {
  const answer = await web.inject('/');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/arsskyrsla/']);
});

test('SITE-7: a document may run only our scripts, connect to our origin and the identity provider, frame the card service, and not be framed', async () => {
  const { headers } = await web.inject('/arsskyrsla/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]{44}'){2};/);
  expect(policy).toContain("connect-src 'self' http://localhost:8081 ws://localhost:8087;");
  expect(policy).toContain('frame-src http://localhost:8081 http://localhost:8083 blob:;');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['permissions-policy']).toMatch(/geolocation=\(\)$/);
  expect(policy).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('AUTH-1: a page gets the provider, client, audience, scope, connections and addresses from the environment', async () => {
  const named = await createWeb({
    settings: settingsSchema.parse({
      SITE_DIR: folder,
      IDENTITY_ISSUER: 'https://identity.test/tenant/',
      WEB_CLIENT_ID: 'client-of-test',
      API_AUDIENCE: 'https://audience.test',
      WEB_SCOPE: 'openid scope-of-test',
      CUSTOMER_CONNECTION: 'customer-of-test',
      EMPLOYEE_CONNECTION: 'employee-of-test',
      CHAT_URL: 'https://chat.test',
      CONTENT_ORIGIN: 'https://content.test',
    }),
    logger: createLogger('web', 'silent'),
    siteDir: folder,
  });
  expect((await named.inject('/arsskyrsla/settings.json')).json()).toMatchObject({
    identityDomain: 'https://identity.test/tenant/',
    clientId: 'client-of-test',
    audience: 'https://audience.test',
    scope: 'openid scope-of-test',
    connection: { customer: 'customer-of-test', employee: 'employee-of-test' },
    chatUrl: 'https://chat.test',
    contentOrigin: 'https://content.test',
  });
  await named.close();
});

test.each([
  ['/gatt', '/gatt/api/policy/v2?limit=3', "connect-src 'self' http://localhost:8081 ws://localhost:8087;"],
  [
    'https://api.hofn.test',
    '/api/policy/v2?limit=3',
    "connect-src 'self' http://localhost:8081 ws://localhost:8087 https://api.hofn.test;",
  ],
])(
  'CALL-7: with the base %s pages get it, may call it, and a path is proxied to the API',
  async (API_BASE, call, policy) => {
    const based = await createWeb({
      settings: settingsSchema.parse({ SITE_DIR: folder, API_ORIGIN: apiOrigin, API_BASE }),
      logger: createLogger('web', 'silent'),
      siteDir: folder,
    });
    expect((await based.inject('/arsskyrsla/settings.json')).json()).toMatchObject({ apiBase: API_BASE });
    expect((await based.inject('/arsskyrsla/')).headers['content-security-policy']).toContain(policy);
    expect((await based.inject(call)).json()).toMatchObject({ url: '/api/policy/v2?limit=3' });
    await based.close();
  },
);

test('CALL-7: a base that is neither a path nor an origin fails the start', () => {
  for (const API_BASE of ['gatt', '/gatt/', '//gatt', 'ftp://gatt', '/ga tt'])
    expect(settingsSchema.safeParse({ API_BASE }).success, API_BASE).toBe(false);
});

test('CALL-5: a page may connect to the content service in the settings, and gets its address', async () => {
  const other = await createWeb({
    settings: settingsSchema.parse({ SITE_DIR: folder, CONTENT_ORIGIN: 'http://content.test:8082' }),
    logger: createLogger('web', 'silent'),
    siteDir: folder,
  });
  const { headers } = await other.inject('/arsskyrsla/');
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' http://localhost:8081 ws://localhost:8087 http://content.test:8082;",
  );
  const settings = await other.inject('/arsskyrsla/settings.json');
  expect(settings.json()).toMatchObject({ contentOrigin: 'http://content.test:8082' });
  expect((await web.inject('/arsskyrsla/settings.json')).json()).not.toHaveProperty('contentOrigin');
  await other.close();
});

test('calls are proxied to the API, with the request id and the client’s address', async () => {
  const answer = await web.inject('/api/policy/v2?limit=3');
  expect(answer.json()).toEqual({
    url: '/api/policy/v2?limit=3',
    id: answer.headers['x-request-id'],
    for: '127.0.0.1',
  });
  expect(answer.headers['x-api']).toBe('yes');
});

test('when the API is down a call gets a 503 in the API’s format and the requested language', async () => {
  const alone = await open('http://127.0.0.1:1');
  for (const [language, word] of [
    ['en-GB', /part of it is not responding/],
    ['is', /svarar ekki/],
  ] as const) {
    const answer = await alone.inject({ url: '/api/user/v1', headers: { 'accept-language': language } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({
      status: 503,
      errorCode: 'unavailable',
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.json().message).toMatch(word);
  }
  expect((await alone.inject('/arsskyrsla/')).statusCode).toBe(200);
  await alone.close();
});

test('CALL-2: a hanging call gets a 504 in the API’s format, with a retry time', async () => {
  const hanging = await openWith({ API_ORIGIN: await serving(() => {}) }, { answerMs: 300 });
  const answer = await hanging.inject({ url: '/api/user/v1', headers: { 'accept-language': 'en' } });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([504, '5']);
  expect(answer.headers['content-type']).toMatch('application/problem+json');
  expect(answer.json()).toMatchObject({ status: 504, errorCode: 'timeout' });
  await hanging.close();
});

const refuse: RequestListener = (_request, response) => {
  response.writeHead(503).end();
};
test.each<[how: string, status: number, content: () => Promise<string>, limits: Partial<Limits>]>([
  ['is away', 503, async () => 'http://127.0.0.1:1', {}],
  ['refuses', 503, () => serving(refuse), {}],
  ['hangs', 504, () => serving(() => {}), { answerMs: 300 }],
])(
  'PATH-18: a draft while the content service %s gets a %i with a page and a retry time',
  async (_how, status, content, limits) => {
    const previewing = await openWith({ CONTENT_ORIGIN: await content() }, limits);
    const paths = ['/arsskyrsla/forskodun?token=abc', '/arsskyrsla/drog/abc/um-okkur'];
    for (const answer of await Promise.all(paths.map((path) => previewing.inject(path))))
      expect([answer.statusCode, answer.headers['retry-after'], answer.body]).toEqual([status, '5', 'villa']);
    await previewing.close();
  },
);

test('the server is ready once the API has responded, and stays ready when the API goes down', async () => {
  let isApiReady = false;
  const origin = await serving((_request, response) => void response.writeHead(isApiReady ? 200 : 503).end());
  const early = await open(origin);
  const ready = async (): Promise<[number, object]> => {
    const { statusCode, body } = await early.inject('/ready');
    return [statusCode, (JSON.parse(body) as { parts: object }).parts];
  };
  expect(await ready()).toEqual([503, { site: true, api: false }]);
  isApiReady = true;
  expect(await ready()).toEqual([200, { site: true, api: true }]);
  isApiReady = false;
  expect(await ready()).toEqual([200, { site: true, api: false }]);
  await early.close();
});

test('a redirect is no answer of the API: the server does not follow it', async () => {
  const ready = await serving((_request, response) => void response.end());
  const redirecting = await open(
    await serving((_request, response) => void response.writeHead(302, { location: ready }).end()),
  );
  expect((await redirecting.inject('/ready')).statusCode).toBe(503);
  await redirecting.close();
});

test('the server is not ready without a built site', async () => {
  const empty = await createWeb({
    settings: settingsSchema.parse({}),
    logger: createLogger('web', 'silent'),
    siteDir: join(folder, 'nothing'),
  });
  expect((await empty.inject('/ready')).statusCode).toBe(503);
  expect((await web.inject('/ready')).statusCode).toBe(200);
  await empty.close();
});
