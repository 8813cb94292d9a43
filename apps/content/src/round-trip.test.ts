import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentTypes, toFileFormat } from '@hofn/content-types';
import { testDatabase } from '@hofn/database/testing.ts';
import { emergencyPhoneSetting, fillEmergencyPhone } from '@hofn/service/emergency-phone.ts';
import { createClient } from '@prismicio/client';
import { expect, test } from 'vitest';
import { isObject } from './documents/values.ts';
import { startContent } from './testing.ts';

const folder = fileURLToPath(new URL('../../../content/', import.meta.url));

const inLanguage = (value: unknown, language: 'is' | 'en'): unknown => {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language));
  if (!isObject(value)) return value;
  if (Object.keys(value).sort().join() === 'en,is') return inLanguage(value[language], language);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inLanguage(item, language)]));
};

// The read protocol does not distinguish an empty list from a missing one.
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== '' && !(Array.isArray(item) && item.length === 0))
      .map(([key, item]) => [key, withoutEmpty(item)]),
  );
};

test('LIFE-11: @prismicio/client reads every document of the repository as its file has it, with the emergency number', async () => {
  const phone = emergencyPhoneSetting.parse(undefined);
  const database = await testDatabase();
  const content = await startContent(database, { folder });
  const client = createClient('hofn', { documentAPIEndpoint: `${content.url}/api/v2` });
  const documents = await client.dangerouslyGetAll({ lang: '*' });
  const served = new Map(
    documents.map((document) => [`${document.type}/${document.uid}/${document.lang}`, document]),
  );

  let compared = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    const file: Record<string, unknown> = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const fields = documentTypes.find(({ id }) => id === file.type)?.fields ?? {};
    for (const [language, lang] of [
      ['is', 'is'],
      ['en', 'en-gb'],
    ] as const) {
      const { type, uid, ...own } = inLanguage(file, language) as Record<string, unknown>;
      if (Array.isArray(own.openingHours)) for (const hours of own.openingHours) delete hours.documentIds;
      const document = served.get(`${type}/${uid}/${lang}`);
      const written = toFileFormat(fields, document?.data ?? {});
      expect(withoutEmpty(written), name).toEqual(withoutEmpty(fillEmergencyPhone(own, phone)));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(200);
  await content.stop();
  await database.close();
});
