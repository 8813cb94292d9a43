import { createLogger } from '@hofn/service';
import { expect, test } from 'vitest';
import { createCrm } from './crm.ts';

const crm = () =>
  createCrm({
    settings: { CRM_ORG_ID: 'hofn' },
    logger: createLogger('crm', 'silent'),
    clock: { now: () => new Date('2026-11-21T12:34:00Z') },
  });
const post = async (server: ReturnType<typeof crm>, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return server.inject({
    method: 'POST',
    url: '/servlet/servlet.WebToCase',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
};
const page = async (server: ReturnType<typeof crm>, language = 'is') =>
  (await server.inject({ url: '/', headers: { 'accept-language': language } })).body;

test('FORM-4: cases are listed with all their fields, newest first, in both languages', async () => {
  const server = crm();
  expect(await page(server)).toContain('Ekkert mál hefur borist enn.');
  for (const subject of ['Fyrra', 'Seinna <b>'])
    expect(
      (await post(server, { orgid: 'hofn', origin: 'Webform', subject, ssn: '1203751489', phone: '' }))
        .statusCode,
    ).toBe(200);
  const text = await page(server);
  expect(text.indexOf('Seinna &lt;b&gt;')).toBeLessThan(text.indexOf('Fyrra'));
  expect(text).toContain('<dt>origin</dt><dd>Webform</dd>');
  expect(text).not.toContain('<dt>phone</dt>');
  expect(await page(server, 'en')).toContain('<html lang="en">');
});

test('a case of an unknown organization is accepted but not stored', async () => {
  const server = crm();
  expect((await post(server, { orgid: 'other', subject: 'Annarra' })).statusCode).toBe(200);
  expect(await page(server)).not.toContain('Annarra');
  const other = await server.inject({ method: 'POST', url: '/servlet/servlet.WebToCase', payload: { a: 1 } });
  expect(other.statusCode).toBe(415);
});
