import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsSchema } from './settings.ts';
import { createWeb } from './web.ts';

let folder = '';
let running: Running;
const lines: Record<string, unknown>[] = [];
const loggedWarnings = () => lines.filter(({ msg }) => msg === 'content policy violated');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  const files = {
    'index.html': 'forsíða',
    'vidskipti/tryggingar/[id]/index.html': 'trygging',
    'page-data/app-data.json': JSON.stringify({
      webpackCompilationHash: 'b1',
      matchPaths: [{ path: '/vidskipti/tryggingar/[id]', matchPath: '/vidskipti/tryggingar/:id' }],
    }),
  };
  for (const [name, body] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), body);
  }
  const write = (line: string) => void lines.push(JSON.parse(line));
  const server = await createWeb({
    settings: settingsSchema.parse({ SITE_DIR: folder, TRUSTED_PROXIES: '127.0.0.1,::1' }),
    logger: createLogger('web', 'warn', { write }),
    siteDir: folder,
    clock: { now: () => new Date('2026-11-22T12:00:00Z') },
  });
  running = await listen(server, { port: 0, host: 'localhost', setting: 'none', graceMs: 0 });
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

/** Sends a report to the address in the page's policy. */
const report = async (body: string, type = 'application/csp-report', from = '203.0.113.1') => {
  const { headers } = await fetch(`${running.url}/arsskyrsla/`);
  const policy = headers.get('content-security-policy') ?? '';
  const [, address = ''] = /report-uri ([^;]+)/.exec(policy) ?? [];
  const [, group = 'none'] = /report-to ([^;]+)/.exec(policy) ?? [];
  expect(headers.get('reporting-endpoints')).toBe(`${group}="${address}"`);
  const sent = { 'content-type': type, 'x-forwarded-for': from };
  return fetch(running.url + address, { method: 'POST', body, headers: sent });
};

test('a report in either format is logged as a structured warning without personal data', async () => {
  const seen = {
    'document-uri': `${running.url}/arsskyrsla/vidskipti/tryggingar/1801177?kennitala=1402851489#hash`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/steal.js?token=secret',
    'source-file': `${running.url}/arsskyrsla/assets/app-1234.js?x=1402851489`,
    'line-number': 7,
    'script-sample': 'kennitala = 1402851489',
    referrer: 'https://mail.example/anna',
    disposition: 'enforce',
  };
  expect((await report(JSON.stringify({ 'csp-report': seen }))).status).toBe(204);
  const violation = {
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    page: '/vidskipti/tryggingar/[id]',
    script: '/arsskyrsla/assets/app-1234.js',
    line: 7,
    enforced: true,
  };
  expect(loggedWarnings()).toMatchObject([{ level: 40, violations: [violation] }]);

  const body = {
    documentURL: `${running.url}/arsskyrsla/1402851489`,
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: 'chrome-extension://abc/x.js',
    lineNumber: 1,
    disposition: 'enforce',
    sample: 'Element innerHTML|1402851489',
  };
  const two = [
    { type: 'csp-violation', age: 1, url: body.documentURL, user_agent: 'Firefox', body },
    { type: 'deprecation', body: { message: 'old' } },
  ];
  expect((await report(JSON.stringify(two), 'application/reports+json')).status).toBe(204);
  expect(loggedWarnings()).toHaveLength(2);
  expect(loggedWarnings()[1]?.violations).toMatchObject([{ blocked: 'trusted-types-sink', page: 'none' }]);
  const all = JSON.stringify(loggedWarnings());
  for (const personal of ['1402851489', '1801177', 'secret', 'anna', 'Firefox', '203.0.113.1'])
    expect(all).not.toContain(personal);
});

test('AUTH-16: a sign-in that a browser refused is logged by its code alone', async () => {
  const refusals = ['invalid_token', 'anna@example.is'].map((code) => ({
    type: 'sign-in-refused',
    body: { code },
  }));
  expect((await report(JSON.stringify(refusals), 'application/json')).status).toBe(204);
  const logged = lines.filter(({ msg }) => msg === 'browser refused a sign-in');
  expect(logged).toMatchObject([{ level: 40, refusedSignIns: ['invalid_token'] }]);
});

test('an invalid report is refused and not logged, and a large one is not read', async () => {
  const before = loggedWarnings().length;
  const from = '203.0.113.2';
  expect((await report('{', undefined, from)).status).toBe(400);
  expect((await report('x'.repeat(17_000), undefined, from)).status).toBe(413);
  expect((await report('<xml/>', 'text/xml', from)).status).toBe(415);
  for (const body of ['{}', '[]', 'null', '"x"', '{"csp-report":[]}', '[{"type":"csp-violation"}]'])
    expect((await report(body, undefined, from)).status).toBe(204);
  expect(loggedWarnings()).toHaveLength(before);
});

test('HOLD-13: reports are limited per address and in total', async () => {
  const before = loggedWarnings().length;
  const one = JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } });
  const statuses = async (times: number, from: (n: number) => string) => {
    const all = [];
    for (let n = 0; n < times; n += 1) all.push((await report(one, undefined, from(n))).status);
    return all;
  };
  // An IPv6 client controls a whole /64 network.
  const ofOne = await statuses(21, (n) => `2001:db8:7:1::${n}`);
  expect(ofOne.filter((status) => status === 204)).toHaveLength(20);
  expect(ofOne.at(-1)).toBe(429);
  const ofMany = await statuses(200, (n) => `198.51.100.${n}`);
  expect(ofMany.at(-1)).toBe(429);
  expect(loggedWarnings().length - before).toBeLessThan(200);
});
