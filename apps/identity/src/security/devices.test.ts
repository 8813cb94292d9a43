import { expect, test } from 'vitest';
import { deviceOf } from './devices.ts';

test('a browser and its system are known by what they name themselves, and what is none of ours by nothing', () => {
  const of = (userAgent: string) => Object.values(deviceOf(userAgent));
  const [mozilla, like] = ['Mozilla/5.0', 'AppleWebKit/537.36 (KHTML, like Gecko)'];
  expect(
    of(`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`),
  ).toEqual(['Edge', 'Windows']);
  expect(of(`${mozilla} (Linux; Android 15) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`)).toEqual([
    'Chrome',
    'Android',
  ]);
  expect(of(`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15`)).toEqual([
    'Safari',
    'Mac',
  ]);
  expect(of(`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604.1`)).toEqual([
    'Chrome',
    'iPhone',
  ]);
  expect(of(`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`)).toEqual([
    'Firefox',
    'Linux',
  ]);
  expect(of('<script>')).toEqual([null, null]);
});
