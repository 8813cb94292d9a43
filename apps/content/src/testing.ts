import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { createLogger, listen } from '@hofn/service';
import { afterAll } from 'vitest';
import { createContent } from './content.ts';
import { seedContent } from './seed/seed.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** A clock that tests advance. */
export const manualClock = (start = '2026-11-21T10:00:00Z') => {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance: (hours: number) => {
      at += hours * 3_600_000;
    },
  };
};

const footer = {
  type: 'footer',
  uid: 'footer',
  phone: '560 5000',
  email: 'hofn@hofn.example',
  linkGroups: [
    {
      categoryName: { is: 'Tryggingar', en: 'Insurance' },
      links: [
        { title: { is: 'Kaskótrygging', en: 'Comprehensive motor' }, page: 'product.kasko' },
        { title: { is: 'Tilkynna tjón', en: 'File a claim' }, page: 'fileClaim' },
        { title: { is: 'Veðurstofan', en: 'Met Office' }, url: 'https://www.vedur.is', target: '_blank' },
      ],
    },
  ],
  openingHours: [
    {
      nafn: { is: 'Sími og netspjall', en: 'Phone and live chat' },
      documentIds: { is: 'opnunartimi-sima-og-netspjalls', en: 'tel-and-chat-opening-hours' },
      timi: [
        {
          titill: { is: 'Mánudaga–fimmtudaga', en: 'Monday to Thursday' },
          opnar: '09:00',
          lokar: '16:00',
          dagar: [1, 2, 3, 4],
        },
        { titill: { is: 'Föstudaga', en: 'Friday' }, opnar: '09:00', lokar: '15:30', dagar: [5] },
      ],
    },
  ],
  holidays: [
    { dagur: '2026-12-25', nafn: { is: 'Jóladagur', en: 'Christmas Day' }, opnar: null, lokar: null },
  ],
  buttonLinks: [{ title: { is: 'Fá verð', en: 'Get a price' }, page: 'getPrice' }],
};

const product = (uid: string, is: string, en: string, related: string[]) => ({
  type: 'product',
  uid,
  page: `product.${uid}`,
  title: { is, en },
  audience: ['person'],
  covers: { is: [{ title: 'Árekstur' }], en: [{ title: 'Collision' }] },
  related,
});

/** Three products that link to one another, their page, an article and the footer with its opening hours. */
export const exampleFiles: Record<string, unknown>[] = [
  footer,
  product('kasko', 'Kaskótrygging', 'Comprehensive motor insurance', ['windscreen', 'roadside']),
  product('windscreen', 'Bílrúðutrygging', 'Windscreen insurance', ['kasko']),
  product('roadside', 'Bílahjálp', 'Roadside assistance', []),
  {
    type: 'group',
    uid: 'vehicles',
    page: 'group.vehicles',
    title: { is: 'Ökutæki', en: 'Vehicles' },
    products: ['kasko', 'windscreen'],
  },
  {
    type: 'article',
    uid: 'winterTyres',
    page: 'advice.winterTyres',
    title: { is: 'Vetrardekk', en: 'Winter tyres' },
    category: { is: 'Ökutæki', en: 'Vehicles' },
    date: '2026-10-15',
    body: [
      { type: 'heading', text: { is: 'Skiptu í tæka tíð', en: 'Change in time' } },
      { type: 'list', items: [{ is: 'Mynsturdýpt 3 mm', en: 'Tread of 3 mm' }] },
      {
        type: 'note',
        text: { is: 'Nagladekk eru leyfð frá 1. nóvember.', en: 'Studs are allowed from 1 November.' },
      },
    ],
  },
  {
    type: 'article',
    uid: 'candles',
    page: 'advice.candles',
    title: { is: 'Kerti', en: 'Candles' },
    category: { is: 'Heimili', en: 'Home' },
    date: '2026-11-20',
    body: [
      { type: 'paragraph', text: { is: 'Slökktu áður en þú ferð.', en: 'Put them out before you leave.' } },
    ],
  },
];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, deleted after the tests of the file. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-content-'));
  folders.push(folder);
  return folder;
};

/** A new content folder with these files. */
export const contentFolder = (files: readonly Record<string, unknown>[]): string => {
  const folder = emptyFolder();
  for (const file of files) {
    const path = join(folder, String(file.type), `${String(file.uid)}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(file));
  }
  return folder;
};

const tokenFor = (token: string) => createHash('sha256').update(token).digest('hex');

/** Tokens configured in the test service. */
export const tokens = { writer: 'writer-token-for-tests', reader: 'reader-token-for-tests' };

/**
 * Starts a content service on a free port, in its database role, seeded with the example files. The test must stop it.
 */
export const startContent = async (
  owned: Database,
  {
    settings = {},
    folder = contentFolder(exampleFiles),
  }: { settings?: Partial<Settings>; folder?: string } = {},
) => {
  const clock = manualClock();
  const database = await inRoleOf('content', owned);
  await seedContent(database.db, { folder, clock });
  const lines: Record<string, unknown>[] = [];
  const server = createContent({
    database,
    clock,
    logger: createLogger('content', 'warn', { write: (line: string) => lines.push(JSON.parse(line)) }),
    settings: {
      ...settingsSchema.parse({
        CONTENT_TOKENS: `editor:write:${tokenFor(tokens.writer)},site:read:${tokenFor(tokens.reader)}`,
      }),
      ...settings,
    },
  });
  const running = await listen(server, { port: 0, host: 'localhost', setting: 'CONTENT_PORT' });
  const { url } = running;

  const json = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  });

  return {
    url,
    clock,
    lines,
    stop: running.stop,
    get: async (path: string, headers: Record<string, string> = {}) =>
      json(await fetch(`${url}${path}`, { headers })),
    /** The current master reference. */
    master: async (): Promise<string> => {
      const root = (await (await fetch(`${url}/api/v2`)).json()) as { refs: { ref: string }[] };
      return root.refs[0]?.ref ?? '';
    },
    graphql: async (query: string, headers: Record<string, string> = {}, ref?: string) =>
      json(
        await fetch(
          `${url}/graphql?query=${encodeURIComponent(query)}${ref ? `&ref=${encodeURIComponent(ref)}` : ''}`,
          { headers },
        ),
      ),
    /** Calls the write API as the editor. */
    write: async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = { authorization: `Bearer ${tokens.writer}` },
    ) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      };
    },
  };
};

export type RunningContent = Awaited<ReturnType<typeof startContent>>;
