import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patience } from '@hofn/database/testing/patience.ts';
import { createLogger } from '@hofn/service';
import { readMultipart } from '@hofn/service/multipart.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpCrm } from './crm.ts';
import { httpRegister } from './register.ts';

// The CRM and the national register over HTTP: what they receive, and how their responses are handled.
let server: Server;
let url: string;
let received: { path: string; authorization: string | undefined; type: string; body: Buffer };
let reply: { status: number; body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, 'content-type': type = '' } = request.headers;
    received = { path: request.url ?? '', authorization, type, body: Buffer.concat(chunks) };
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/crm/`;
});
beforeEach(() => {
  reply = { status: 200, body: '' };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const about = {
  reference: 'F-2026-100001',
  recordType: 'claims',
  subject: 'Myndir',
  description: 'Hér eru þær.',
  name: 'Þóra Prófsdóttir',
  email: 'gestur@example.is',
  phone: '5605000',
  ssn: '1203751489',
  documents: 0,
};

test('FORM-4: a case goes to web-to-case with record type id, origin Webform, a subject prefix and a field for the kennitala', async () => {
  const crm = httpCrm({
    CRM_URL: url,
    CRM_ORG_ID: '00D1',
    CRM_SSN_FIELD: '00N7',
    CRM_RECORD_TYPES: { individual: '0121', company: '0122', housingAssociation: '0123', claims: '0124' },
  });
  await crm.open(about);
  expect(received.path).toBe('/crm/servlet/servlet.WebToCase');
  expect(await readMultipart(Uint8Array.from(received.body), received.type)).toEqual({
    orgid: '00D1',
    recordType: '0124',
    origin: 'Webform',
    subject: 'Fyrirspurn af vef - Myndir',
    description: 'Hér eru þær.\n\nF-2026-100001',
    name: 'Þóra Prófsdóttir',
    email: 'gestur@example.is',
    phone: '5605000',
    '00N7': '1203751489',
  });
  await crm.open({ ...about, documents: 2 });
  expect((await readMultipart(Uint8Array.from(received.body), received.type))?.description).toBe(
    'Hér eru þær.\n\nFylgiskjöl: 2\n\nF-2026-100001',
  );
  reply = { status: 503, body: '' };
  await expect(crm.open(about)).rejects.toThrow('status 503');
});

test('INQ-3: the register’s request has no kennitala in its address, and an error or unexpected response means unknown', async () => {
  const logger = createLogger('api', 'silent');
  const register = httpRegister({ url, key: 'lykill', timeoutMs: patience(2_000), logger });
  reply.body = '{"found":true}';
  expect(await register.find('1203751489')).toBe('found');
  expect(received).toMatchObject({ path: '/crm/lookups', authorization: 'Bearer lykill' });
  expect(JSON.parse(received.body.toString())).toEqual({ ssn: '1203751489' });
  reply.body = '{"found":false}';
  expect(await register.find('1203751489')).toBe('notFound');
  reply.body = '{"fannst":false}';
  expect(await register.find('1203751489')).toBe('unknown');
  reply = { status: 500, body: '' };
  expect(await register.find('1203751489')).toBe('unknown');
  const gone = httpRegister({ url: 'http://127.0.0.1:1/', key: '', timeoutMs: 200, logger });
  expect(await gone.find('1203751489')).toBe('unknown');
});
