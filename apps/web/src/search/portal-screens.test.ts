import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator, type Language } from '@hofn/texts';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as englishShell } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { expect, test } from 'vitest';
import { defaultFolders } from '../../build/folders.ts';
import { portalMenuOf } from '../content/portal-menu.ts';
import type { PortalLink, Site } from '../content/site.ts';
import { findScreensOf } from './portal-screens.ts';

type Entry = { title: Record<Language, string>; page: string; audience?: 'person' | 'company' };
const content = JSON.parse(readFileSync(join(defaultFolders.contentDir, 'menu/menu.json'), 'utf8')) as {
  portal: Entry[];
  portalSub: Record<string, Entry[]>;
};
const texts = {
  is: createTranslator('is', { ...shell, ...portal }),
  en: createTranslator('en', { ...englishShell, ...english }),
};

const find = (
  question: string,
  language: Language = 'is',
  role: 'Readonly' | 'Full' = 'Full',
  audience: 'person' | 'company' = 'person',
): string[] => {
  const linksOf = (entries: Entry[]): PortalLink[] =>
    entries.map((entry) => ({ ...entry, title: entry.title[language], path: `/${entry.page}` }));
  const menu = {
    portal: linksOf(content.portal),
    portalSub: Object.fromEntries(
      Object.entries(content.portalSub).map(([page, entries]) => [page, linksOf(entries)]),
    ),
  } as Site['menu'];
  const findScreens = findScreensOf(texts[language] as never, portalMenuOf(menu, audience), role);
  return findScreens(question).map(({ title }) => title);
};

test.each([
  ['umboð', 'Aðgangsheimildir'],
  ['umboðið', 'Aðgangsheimildir'],
  ['segja upp', 'Segja upp eða breyta tryggingu'],
  ['uppsögn', 'Segja upp eða breyta tryggingu'],
  ['dekk', 'Aðstoð'],
  ['sprungið dekk', 'Aðstoð'],
  ['vegaaðstoð', 'Aðstoð'],
  ['rúða', 'Tilkynna tjón'],
  ['hjól', 'Tilkynna tjón'],
  ['hjólinu stolið', 'Tilkynna tjón'],
  ['reikningur', 'Greiðslustaða'],
  ['kvittun', 'Greiðslustaða'],
  ['kort', 'Greiðsluupplýsingar'],
  ['fyrirspurn', 'Skilaboð'],
  ['tjónasaga', 'Tjónasöguvottorð'],
] as const)('LIFE-26: in Icelandic «%s» finds %s', (question, title) => {
  expect(find(question)).toContain(title);
});

test.each([
  ['power of attorney', 'Access permits'],
  ['cancel', 'Cancel or change a policy'],
  ['puncture', 'Help'],
  ['tyre', 'Help'],
  ['flat tyre', 'Help'],
  ['invoice', 'Payment status'],
  ['windscreen', 'File a claim'],
  ['bike', 'File a claim'],
  ['receipt', 'Payment status'],
] as const)('LIFE-26: in English «%s» finds %s', (question, title) => {
  expect(find(question, 'en')).toContain(title);
});

test.each([
  ['is', 'flytja', 'Almennt'],
  ['is', 'flutt nýtt heimilisfang', 'Almennt'],
  ['is', 'breyta netfangi', 'Almennt'],
  ['is', 'nýtt netfang', 'Almennt'],
  ['en', 'moving', 'General'],
  ['en', 'change email', 'General'],
  ['en', 'new email', 'General'],
] as const)('LIFE-26, LIFE-47: (%s) «%s» finds %s', (language, question, title) => {
  expect(find(question, language)).toContain(title);
});

test('LIFE-26: a reader finds no tasks, a company no screens of persons, and every word must match', () => {
  expect(find('segja upp', 'is', 'Readonly')).toEqual([]);
  expect(find('persónuvernd', 'is', 'Full', 'company')).toEqual([]);
  expect(find('persónuvernd')).toEqual(['Persónuvernd']);
  expect(find('umboð xyzzy')).toEqual([]);
  expect(find('  ')).toEqual([]);
});
