import { expect, test } from 'vitest';
import { createRefreshHandler } from './worker.ts';

const url = 'https://identity.example/oauth/token';
const fields = { client_id: 'web', audience: 'api', scope: 'openid' };

const service = () => {
  const bodies: Record<string, string>[] = [];
  const reply = { status: 200 };
  const fetcher = (async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    bodies.push(body);
    return reply.status === 200
      ? Response.json({ access_token: 'access', id_token: 'id', refresh_token: `refresh-${bodies.length}` })
      : Response.json({ error: 'invalid_grant', error_description: 'revoked' }, { status: reply.status });
  }) as unknown as typeof fetch;
  return { handle: createRefreshHandler(fetcher), bodies, reply };
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

test('AUTH-16: a worker without a refresh token reports that without sending a request', async () => {
  const { handle, bodies } = service();
  expect(await handle({ url, fields: { ...fields, grant_type: 'refresh_token' } })).toEqual(missing);
  expect(bodies).toEqual([]);
});

test('a refresh token of one audience is not used for another', async () => {
  const { handle } = service();
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  const other = { ...fields, audience: 'other', grant_type: 'refresh_token' };
  expect(await handle({ url, fields: other })).toEqual(missing);
});

test('a refused token is removed, and logout removes all', async () => {
  const { handle, reply } = service();
  const refresh = { url, fields: { ...fields, grant_type: 'refresh_token' } };
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  reply.status = 400;
  expect(await handle(refresh)).toEqual({ error: { code: 'invalid_grant', message: 'revoked' } });
  expect(await handle(refresh)).toEqual(missing);
  reply.status = 200;
  await handle({ url, fields: { ...fields, grant_type: 'authorization_code' } });
  await handle({});
  expect(await handle(refresh)).toEqual(missing);
});
