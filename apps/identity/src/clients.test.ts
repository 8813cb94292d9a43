import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseClients, readClients, webClient } from './clients.ts';

const validClient = {
  client_id: 'partner',
  redirect_uris: ['https://partner.example/callback'],
  logout_uris: ['https://partner.example/'],
};

describe('clients', () => {
  test('AUTH-1: a third-party client needs three fields', () => {
    expect(parseClients([validClient])).toEqual([
      {
        ...validClient,
        web_origins: [],
        connections: ['customer'],
        refresh_tokens: true,
        ask_consent: false,
      },
    ]);
  });

  test.each([
    ['redirect_uris', { redirect_uris: [] }, 'must have at least one'],
    ['redirect_uris.0', { redirect_uris: ['/callback'] }, 'must be a full URL'],
    ['redirect_uris.0', { redirect_uris: ['https://partner.example/#x'] }, 'must be a full URL'],
    ['logout_uris', { logout_uris: undefined }, 'expected array'],
    ['web_origins.0', { web_origins: ['https://partner.example/'] }, 'must be an origin without a path'],
    ['connections.0', { connections: ['staff'] }, 'customer'],
    ['client_secret', { client_secret: 'short' }, 'must have at least 32 characters'],
    ['client_id', { client_id: '' }, 'must not be empty'],
  ])('an invalid %s is reported with the client and the field', (field, fields, message) => {
    const parse = () => parseClients([validClient, { ...validClient, client_id: 'second', ...fields }]);
    expect(parse).toThrow(new RegExp(`^IDENTITY_CLIENTS: client 2 \\(.*\\), ${field}: .*${message}`));
  });

  test('an unknown field and a duplicate client id are refused', () => {
    expect(() => parseClients([{ ...validClient, redirect_uri: 'x' }])).toThrow(
      /client 1 \(partner\).*redirect_uri/,
    );
    expect(() => parseClients([validClient, validClient])).toThrow(
      'client 2 (partner), client_id: is listed twice',
    );
  });

  describe('in a file', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'clients-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test('are read; a missing or malformed file is named in the error', async () => {
      const file = join(folder, 'clients.json');
      await expect(readClients(file)).rejects.toThrow(`the file ${file} cannot be read`);
      writeFileSync(file, '[{');
      await expect(readClients(file)).rejects.toThrow(`${file} is not JSON`);
      writeFileSync(file, JSON.stringify([validClient]));
      expect(await readClients(file)).toHaveLength(1);
    });
  });

  test('AUTH-2a: the web app may redirect to its pages in both languages and to its bare origin', () => {
    const { redirect_uris: uris } = webClient('hofn-web', ['https://www.hofn.example']);
    for (const path of ['', '/', '/arsskyrsla/innskraning/svar/', '/arsskyrsla/en/login/callback']) {
      expect(uris).toContain(`https://www.hofn.example${path}`);
    }
  });

  test('DESK-4: after an idle sign-out the staff portal may be returned to', () => {
    const { logout_uris: uris } = webClient('hofn-web', ['https://staff.hofn.example']);
    for (const path of ['/arsskyrsla/starfsfolk/verkefni/', '/arsskyrsla/en/staff/work-queue/']) {
      expect(uris).toContain(`https://staff.hofn.example${path}`);
    }
  });
});
