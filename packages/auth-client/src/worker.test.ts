import { expect, test } from 'vitest';
import { createRefreshHandler } from './worker.ts';

const url = 'https://identity.example/oauth/token';
const fields = { client_id: 'web', audience: 'api', scope: 'openid' };

const service = () => {
  const bodies: Record<string, string>[] = [];
  const play = { status: 200 };
  const fetcher = (async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    bodies.push(body);
    return play.status === 200
      ? Response.json({ access_token: 'access', id_token: 'id', refresh_token: `refresh-${bodies.length}` })
      : Response.json({ error: 'invalid_grant', error_description: 'revoked' }, { status: play.status });
  }) as unknown as typeof fetch;
  return { handle: createRefreshHandler(fetcher), bodies, play };
};

test('the worker keeps the refresh token to itself and rotates it', async () => {
  const { handle, bodies } = service();
  const answer = await handle({ url, fields: { ...fields, grant_type: 'authorization_code', code: 'c' } });
  expect(answer).toEqual({ body: { access_token: 'access', id_token: 'id' } });
  await handle({ url, fields: { ...fields, grant_type: 'refresh_token' } });
  await handle({ url, fields: { ...fields, grant_type: 'refresh_token' } });
  expect(bodies.map((body) => body.refresh_token)).toEqual([undefined, 'refresh-1', 'refresh-2']);
});

const missing = {
  error: { code: 'missing_refresh_token', message: 'The web worker is missing the refresh token' },
};

test('AUTH-16: a worker without the refresh token says so, and asks nobody', async () => {
  const { handle, bodies } = service();
  expect(await handle({ url, fields: { ...fields, grant_type: 'refresh_token' } })).toEqual(missing);
  expect(bodies).toEqual([]);
});

test('a token of one audience does not serve another', async () => {
  const { handle } = service();
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  const other = { ...fields, audience: 'other', grant_type: 'refresh_token' };
  expect(await handle({ url, fields: other })).toEqual(missing);
});

test('a refused token is forgotten, and all are at logout', async () => {
  const { handle, play } = service();
  const refresh = { url, fields: { ...fields, grant_type: 'refresh_token' } };
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  play.status = 400;
  expect(await handle(refresh)).toEqual({ error: { code: 'invalid_grant', message: 'revoked' } });
  expect(await handle(refresh)).toEqual(missing);
  play.status = 200;
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  await handle({});
  expect(await handle(refresh)).toEqual(missing);
});
