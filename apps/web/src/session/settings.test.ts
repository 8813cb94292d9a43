import { expect, test } from 'vitest';
import { loadSettings } from './settings.ts';

test('AUTH-1: the settings are requested once, and again only after a failure', async () => {
  const requested: string[] = [];
  const answers = [new Response('down', { status: 503 }), Response.json({ clientId: 'hofn-web' })];
  const fetcher = (async (url: string) => {
    requested.push(url);
    return answers[requested.length - 1];
  }) as unknown as typeof fetch;
  await expect(loadSettings(fetcher)).rejects.toThrow('/arsskyrsla/settings.json answered 503');
  const [one, two] = await Promise.all([loadSettings(fetcher), loadSettings(fetcher)]);
  expect(one).toEqual({ clientId: 'hofn-web' });
  expect(two).toBe(one);
  expect(requested).toEqual(['/arsskyrsla/settings.json', '/arsskyrsla/settings.json']);
});
