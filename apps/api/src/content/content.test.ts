import { type ContentConfig, contentConfig, type Problem } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledForms } from '../forms/testing.ts';
import { defaultSettings, settingsSchema } from '../settings.ts';
import { createIssuer, fixedClock, startApi } from '../testing.ts';

/** Responses of the content service: its root, and a page with one document. */
const root = {
  refs: [{ id: 'master', ref: 'r', label: 'Master', isMasterRef: true }],
  languages: [],
  types: {},
  tags: [],
  forms: {},
  bookmarks: {},
  experiments: {},
  integrationFieldsRef: null,
  oauth_initiate: '',
  oauth_token: '',
  version: '2',
  license: '',
};
const page = {
  page: 1,
  results_per_page: 20,
  results_size: 1,
  total_results_size: 1,
  total_pages: 1,
  next_page: null,
  prev_page: null,
  version: '2',
  license: '',
};
const document = {
  id: 'f',
  uid: 'faq',
  url: null,
  type: 'faq',
  href: 'http://localhost/f',
  tags: [],
  first_publication_date: null,
  last_publication_date: null,
  slugs: [],
  linked_documents: [],
  lang: 'is',
  alternate_languages: [],
};

let database: Database;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  api = await startApi(database, await createIssuer(), {
    settings: { ...defaultSettings(), KENNITALA_CHECK_DIGIT: 'off', KENNITALA_TEST_IDS: false },
  });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const texts = '/api/languagelookup/v2/category/errorCode/';

test('LANG-5: the texts of error codes are served by key in the requested language', async () => {
  const icelandic = await (await api.ask(texts)).json();
  expect(icelandic).toMatchObject({ unauthenticated: 'Skráðu þig inn til að halda áfram.' });
  const english = await (await api.ask(texts, { language: 'en' })).json();
  expect(english).toMatchObject({ unauthenticated: 'Log in to continue.' });
  expect(Object.keys(english as object)).toEqual(Object.keys(icelandic as object));
});

test('unchanged texts are not sent again, and each language has its own ETag', async () => {
  const first = await api.ask(texts);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(first.headers.get('vary')).toContain('accept-language');
  const again = await api.ask(texts, { headers: { 'if-none-match': `W/${etag}, "other"` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect((await api.ask(texts, { language: 'en', headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a category that does not exist is 404, even if its name is a property of every object', async () => {
  for (const category of ['nothing', 'constructor', '__proto__']) {
    expect((await api.ask(`/api/languagelookup/v2/category/${category}`)).status, category).toBe(404);
  }
});

test('KT-9: the settings of the kennitala check are served to the forms', async () => {
  const config = (await (await api.ask('/api/contentConfig/v1/general')).json()) as ContentConfig;
  expect(contentConfig.parse(config)).toEqual(config);
  expect(config.kennitala).toEqual({ checkDigit: 'off', allowTestIds: false });
});

test.each([
  ['true', 201, undefined],
  ['false', 400, ['Hér á að vera kennitala, tíu tölustafir']],
] as const)(
  'KT-7: an API started with KENNITALA_TEST_IDS=%s answers a form with a test id by %i',
  async (setting, status, faults) => {
    const other = await startApi(database, await createIssuer(), {
      settings: settingsSchema.parse({ KENNITALA_TEST_IDS: setting }),
    });
    const send = (ssn: string) =>
      other.ask('/api/form/v1/inquiry', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...filledForms.inquiry, ssn }),
      });
    const answer = await send('120375-1489');
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as Partial<Problem>).errors?.ssn).toEqual(faults);
    // An id outside every test set passes either way.
    expect((await send('8123456789')).status).toBe(201);
    const config = (await (await other.ask('/api/contentConfig/v1/general')).json()) as ContentConfig;
    expect(config.kennitala.allowTestIds).toBe(setting === 'true');
    await other.stop();
  },
);

test('LINK-7: the portal, documents, the data gateway’s own files and card verification are protected', async () => {
  const config = (await (await api.ask('/api/contentConfig/v1/general')).json()) as ContentConfig;
  expect(config.protectedAddresses).toEqual([
    '/en/data-gateway/',
    '/en/document/',
    '/en/my-pages',
    '/en/payment-card/verification',
    '/gagnagatt-vis/',
    '/greidslukort/stadfesting',
    '/skjal/',
    '/vidskipti',
  ]);
});

test('CALL-4: published content is read once a minute, and the last response is served while the service is down', async () => {
  const clock = fixedClock();
  let isAway = false;
  let reads = 0;
  const url = await serving((request, response) => {
    if (isAway) return response.writeHead(503).end();
    if (request.url === '/api/v2') return response.end(JSON.stringify(root));
    reads += 1;
    return response.end(JSON.stringify({ ...page, results: [{ ...document, data: { groups: [] } }] }));
  });
  const running = await startApi(database, await createIssuer(), {
    clock,
    settings: { ...defaultSettings(), CONTENT_URL: url },
  });
  const ask = async () => {
    const answer = await running.ask('/api/content/v1/faq');
    return [answer.status, await answer.json()];
  };
  await Promise.all([ask(), ask(), ask()]);
  expect(await ask()).toEqual([200, { groups: [] }]);
  expect(reads).toBe(1);
  isAway = true;
  clock.set('2026-11-21T13:00:00Z');
  expect(await ask()).toEqual([200, { groups: [] }]);
  expect(reads).toBe(1);
  clock.set('2026-11-23T13:00:00Z');
  expect(await ask()).toEqual([503, expect.objectContaining({ errorCode: 'unavailable' })]);
  isAway = false;
  expect(await ask()).toEqual([200, { groups: [] }]);
  await running.stop();
});
