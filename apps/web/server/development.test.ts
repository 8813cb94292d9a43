import { createLogger } from '@hofn/service';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultFolders } from '../build/folders.ts';
import { developmentSite } from './development.ts';
import { settingsSchema } from './settings.ts';
import { createWeb } from './web.ts';

let web: FastifyInstance;

beforeAll(async () => {
  web = await createWeb({
    settings: settingsSchema.parse({}),
    logger: createLogger('web', 'silent'),
    // The site is not built, so all responses come from the sources.
    siteDir: '/nowhere',
    // The first page waits until all of its sources are transformed, on a busy machine for a minute.
    limits: { answerMs: 600_000, eventLoopDelayMs: 0 },
    before: developmentSite(defaultFolders.contentDir),
  });
});
afterAll(() => web.close());

const get = async (path: string) => {
  const { statusCode, headers, body } = await web.inject({ url: `/arsskyrsla${path}` });
  return {
    status: statusCode,
    type: headers['content-type'],
    policy: headers['content-security-policy'],
    body,
  };
};

test('a page comes from the sources, with hot reload and without a content security policy', async () => {
  const page = await get('/');
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', policy: undefined });
  expect(page.body).toContain('/arsskyrsla/@vite/client');
  expect(page.body).toContain('<h1');
});

test('app data, page data and modules come from the sources', async () => {
  expect((await get('/page-data/app-data.json')).body).toContain('"matchPaths"');
  expect((await get('/page-data/index/page-data.json')).body).toContain('"path":"/"');
  expect((await get('/src/entry.client.tsx')).type).toContain('javascript');
});

test('a path without a page gets the 404 page in its language; a missing file does not', async () => {
  expect(await get('/ekki-til/')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
  expect((await get('/en/not-here/')).body).toContain('lang="en"');
  expect((await get('/page-data/ekki-til/page-data.json')).type).toContain('text/plain');
});

test('other routes are not handled', async () => {
  expect(JSON.parse((await get('/settings.json')).body)).toHaveProperty('identityDomain');
});
