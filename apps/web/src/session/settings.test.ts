import { expect, test } from 'vitest';
import { loadSettings } from './settings.ts';

test('AUTH-1: the settings are asked for once, and again only after a failure', async () => {
  const asked: string[] = [];
  const answers = [new Response('down', { status: 503 }), Response.json({ clientId: 'hofn-web' })];
  const fetcher = (async (url: string) => {
    asked.push(url);
    return answers[asked.length - 1];
  }) as unknown as typeof fetch;
  await expect(loadSettings(fetcher)).rejects.toThrow('/arsskyrsla/settings.json answered 503');
  const [one, two] = await Promise.all([loadSettings(fetcher), loadSettings(fetcher)]);
  expect(one).toEqual({ clientId: 'hofn-web' });
  expect(two).toBe(one);
  expect(asked).toEqual(['/arsskyrsla/settings.json', '/arsskyrsla/settings.json']);
});
