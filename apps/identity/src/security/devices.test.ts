import { expect, test } from 'vitest';
import { deviceOf } from './devices.ts';

test('browser and system are parsed from the User-Agent; unknown ones are null', () => {
  const parse = (userAgent: string) => Object.values(deviceOf(userAgent));
  const [mozilla, like] = ['Mozilla/5.0', 'AppleWebKit/537.36 (KHTML, like Gecko)'];
  expect(
    parse(`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`),
  ).toEqual(['Edge', 'Windows']);
  expect(parse(`${mozilla} (Linux; Android 15) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`)).toEqual([
    'Chrome',
    'Android',
  ]);
  expect(parse(`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15`)).toEqual([
    'Safari',
    'Mac',
  ]);
  expect(parse(`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604.1`)).toEqual([
    'Chrome',
    'iPhone',
  ]);
  expect(parse(`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`)).toEqual([
    'Firefox',
    'Linux',
  ]);
  expect(parse('<script>')).toEqual([null, null]);
});
