import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeSettings, readSettings, SettingsError } from './settings.ts';

const schema = z.object({
  API_PORT: z.coerce.number().int().min(1).max(65_535).default(8088).describe('port to listen on'),
  DATABASE_URL: z.string().url().describe('where the database is'),
});

test('an absent or empty setting takes its default', () => {
  expect(readSettings(schema, { API_PORT: '', DATABASE_URL: 'postgres://db/hofn' })).toEqual({
    API_PORT: 8088,
    DATABASE_URL: 'postgres://db/hofn',
  });
});

test('an invalid setting is reported in one line, without its value', () => {
  const read = () => readSettings(schema, { API_PORT: 'secret-8088', DATABASE_URL: 'postgres://db/hofn' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/^API_PORT: [^\n]+$/);
  expect(read).not.toThrow(/secret/);
});

test('--help lists every setting with its description and default', () => {
  const lines = describeSettings(schema).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/API_PORT\s+port to listen on \[8088\]/);
  expect(lines[1]).toMatch(/DATABASE_URL\s+where the database is \(required\)/);
});
