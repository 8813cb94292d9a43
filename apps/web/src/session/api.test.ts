import { createTranslator, errorText } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApi } from './api.ts';
import { ApiError } from './api-error.ts';

type Request = { url: string; init: RequestInit; headers: Headers };

let requests: Request[];
let answers: (() => Response | Promise<Response>)[];
let token: string | undefined;
let refused: string[];
let renews: boolean;
let confirms: boolean | undefined;
let subject: string | undefined;
let lostCount: number;

beforeEach(() => {
  requests = [];
  answers = [() => Response.json({})];
  token = 'token-1';
  refused = [];
  renews = false;
  confirms = undefined;
  subject = undefined;
  lostCount = 0;
});

const api = (base = '') =>
  createApi({
    base: async () => base,
    language: () => 'is',
    newKey: () => `key-${requests.length}`,
    session: {
      token: async () => token,
      async handleUnauthorized(old) {
        refused.push(old);
        if (renews) token = 'token-2';
        return renews;
      },
      confirmIdentity: async () => {
        if (confirms) token = 'token-2';
        return confirms ?? false;
      },
    },
    subject: () => subject,
    onSubjectLost: () => {
      lostCount += 1;
    },
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init, headers: new Headers(init.headers) });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (!answer) throw new Error('no answer');
      return answer();
    },
  });

const first = (): Request => {
  const [request] = requests;
  if (!request) throw new Error('no request');
  return request;
};

/** The error of a failing call. */
const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: ApiError) => error,
  );

describe('a call that needs a recent sign-in', () => {
  const refusal = () => Response.json({ errorCode: 'freshSignInNeeded' }, { status: 403 });
  const body = { method: 'bank' } as const;

  test('HOLD-12: is repeated with the same body and key once the user has signed in again', async () => {
    answers = [refusal, () => Response.json({ method: 'bank' })];
    confirms = true;
    expect(await api().post('/api/user/v1/settings/paymentmethod', { body })).toEqual({ method: 'bank' });
    const [refused, repeated] = requests;
    expect(repeated?.init.body).toBe(refused?.init.body);
    expect(repeated?.headers.get('idempotency-key')).toBe(refused?.headers.get('idempotency-key'));
    expect([refused, repeated].map((each) => each?.headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('HOLD-12: fails with its own error when the user declines, and other refusals ask nobody', async () => {
    answers = [refusal];
    const declined = await errorOf(api().post('/api/user/v1/settings/paymentmethod', { body }));
    expect([declined.status, declined.errorCode, requests.length]).toEqual([403, 'freshSignInNeeded', 1]);
    requests = [];
    confirms = true;
    answers = [() => Response.json({ errorCode: 'adminAccess' }, { status: 403 })];
    const other = await errorOf(api().post('/api/user/v1/settings/paymentmethod', { body }));
    expect([other.errorCode, requests.length]).toEqual(['adminAccess', 1]);
  });
});

describe('requests', () => {
  test('CALL-1: a read is a GET with same-origin credentials and the JSON content type', async () => {
    await api().get('/api/policy/v3/overview');
    const { url, init, headers } = first();
    expect([url, init.method, init.credentials, init.body]).toEqual([
      '/api/policy/v3/overview',
      'GET',
      'same-origin',
      undefined,
    ]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('accept-language')).toBe('is');
    expect(headers.has('idempotency-key')).toBe(false);
  });

  test('CALL-1: a read’s data goes into the query, path parameters into the path', async () => {
    await api().get('/api/policy/v2', { query: { group: 'home', search: 'á & b', cursor: undefined } });
    await api().get('/api/policy/v2/{id}', { params: { id: 'a/b?c' } });
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/policy/v2?group=home&search=%C3%A1+%26+b',
      '/api/policy/v2/a%2Fb%3Fc',
    ]);
  });

  test('CALL-1: a write has a JSON body, empty or not, and its own idempotency key', async () => {
    await api().post('/api/user/v1/logout');
    await api().post('/api/user/v1/logout');
    await api().post('/api/user/v1/logout', { idempotencyKey: 'mine' });
    const [first, second, third] = requests;
    expect([first?.init.method, first?.init.body]).toEqual(['POST', '{}']);
    expect([first, second, third].map((request) => request?.headers.get('idempotency-key'))).toEqual([
      'key-0',
      'key-1',
      'mine',
    ]);
  });

  test('CALL-1: an empty response is an empty object', async () => {
    answers = [() => new Response(null, { status: 204 }), () => new Response(' \n')];
    expect(await api().post('/api/user/v1/logout')).toEqual({});
    expect(await api().post('/api/user/v1/logout')).toEqual({});
  });

  test('CALL-6: the token is sent as Bearer, and none when nobody is signed in', async () => {
    await api().get('/api/user/v1/info');
    token = undefined;
    await api().get('/api/contentConfig/v1/general');
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', null]);
  });

  test('CALL-6: writes, exports, downloads and upload chunks send the token too', async () => {
    await api().post('/api/user/v1/logout');
    await api().delete('/api/claim/v1/drafts/{token}', { params: { token: 'k1' } });
    await api().file('/api/policy/v2', 'text/csv');
    await api().download('/api/document/v1/download/{id}', { params: { id: 'd1' } });
    const part = { params: { id: 'u1' }, query: { offset: 0 } };
    await api().bytes('/api/upload/v1/{id}/content', new Blob(['part']), part);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(
      Array(5).fill('Bearer token-1'),
    );
  });

  test('CALL-7: every address starts with the base from the settings', async () => {
    await api('https://api.hofn.example').get('/api/user/v1/info');
    expect(first().url).toBe('https://api.hofn.example/api/user/v1/info');
  });
});

describe('files', () => {
  test('PORT-19: an export is requested by file type, with the token, and has a name', async () => {
    answers = [
      () =>
        new Response('a;b', {
          headers: { 'content-disposition': "attachment; filename*=UTF-8''skr%C3%A1.csv" },
        }),
    ];
    const { name, content } = await api().file('/api/policy/v2', 'text/csv');
    expect([name, await content.text()]).toEqual(['skrá.csv', 'a;b']);
    expect(first().headers.get('accept')).toBe('text/csv');
    expect(first().headers.get('authorization')).toBe('Bearer token-1');
  });

  test('PORT-19: an export has the list’s filters', async () => {
    const addresses: string[] = [];
    const { file } = createApi({
      base: async () => 'http://localhost',
      language: () => 'is',
      session: { token: async () => 'token', handleUnauthorized: async () => false },
      fetch: async (address) => {
        addresses.push(String(address));
        return new Response('');
      },
    });
    await file('/api/account/v1', 'text/csv', { from: '2026-01-01', type: 'fee' });
    expect(addresses).toEqual(['http://localhost/api/account/v1?from=2026-01-01&type=fee']);
  });

  test('a file is downloaded by its address, with its name', async () => {
    answers = [
      () =>
        new Response('%PDF', {
          headers: { 'content-disposition': "attachment; filename*=UTF-8''kvittun.pdf" },
        }),
    ];
    const { name, content } = await api().download('/api/payment/v1/receipt/{id}', { params: { id: 'a/b' } });
    expect([name, await content.text()]).toEqual(['kvittun.pdf', '%PDF']);
    expect(first().url).toMatch(/\/api\/payment\/v1\/receipt\/a%2Fb$/);
  });

  test('a refused export is an error like any other', async () => {
    answers = [() => Response.json({ errorCode: 'tooManyRequests' }, { status: 429 })];
    const failed = errorOf(api().file('/api/policy/v2', 'application/pdf'));
    expect(await failed).toMatchObject({ status: 429, errorCode: 'tooManyRequests' });
  });
});

describe('errors', () => {
  test('a problem becomes an error with its code, message, fields and request id', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      errorCode: 'validation',
      message: 'Laga þarf merktu reitina',
      requestId: 'r-1',
      errors: { email: ['invalidEmail'] },
    };
    answers = [() => Response.json(problem, { status: 400 })];
    const error = await errorOf(api().get('/api/user/v1/info'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      errorCode: 'validation',
      message: 'Laga þarf merktu reitina',
      errors: { email: ['invalidEmail'] },
      requestId: 'r-1',
    });
  });

  test('AUTH-12d: an error has the unmodified response body', async () => {
    const body = { errorCode: 'conflict', detail: { any: ['thing'] } };
    answers = [
      () => Response.json(body, { status: 409 }),
      () => new Response('<h1>Bad gateway', { status: 502 }),
    ];
    expect((await errorOf(api().get('/api/user/v1/info'))).body).toEqual(body);
    requests = [{ url: '', init: {}, headers: new Headers() }];
    expect(await errorOf(api().get('/api/user/v1/info'))).toMatchObject({
      body: '<h1>Bad gateway',
      errorCode: 'unavailable',
    });
  });

  test('AUTH-12c: a 403 of type cors reads «Engin heimild fyrir þessari aðgerð», whatever code it carries', async () => {
    answers = [() => Response.json({ type: 'cors', errorCode: 'unknownError' }, { status: 403 })];
    const { errorCode } = await errorOf(api().get('/api/user/v1/info'));
    expect(errorText(createTranslator('is', errors), errorCode)).toBe('Engin heimild fyrir þessari aðgerð');
  });

  test('a 403 of another type keeps its own code', async () => {
    answers = [() => Response.json({ type: 'about:blank', errorCode: 'forbidden' }, { status: 403 })];
    expect((await errorOf(api().get('/api/user/v1/info'))).errorCode).toBe('forbidden');
  });

  test('AUTH-12b: a 401 is reported to the session with the rejected token, and is final without a renewal', async () => {
    answers = [() => Response.json({ errorCode: 'unauthenticated' }, { status: 401 })];
    const error = await errorOf(api().get('/api/user/v1/info'));
    expect([error.status, error.errorCode]).toEqual([401, 'unauthenticated']);
    expect(refused).toEqual(['token-1']);
    expect(requests).toHaveLength(1);
  });

  test('AUTH-12b: a 401 is retried once with a renewed token, as the same write', async () => {
    renews = true;
    answers = [() => new Response('', { status: 401 }), () => Response.json({})];
    await api().post('/api/user/v1/logout');
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('a second 401 is final', async () => {
    renews = true;
    answers = [() => new Response('', { status: 401 })];
    expect((await errorOf(api().get('/api/user/v1/info'))).status).toBe(401);
    expect(requests).toHaveLength(2);
  });

  test('a 401 without a token renews nothing', async () => {
    token = undefined;
    answers = [() => new Response('', { status: 401 })];
    expect((await errorOf(api().get('/api/user/v1/info'))).status).toBe(401);
    expect(refused).toEqual([]);
  });

  test('an unreachable service is an error of status 0', async () => {
    answers = [
      () => {
        throw new TypeError('Failed to fetch');
      },
    ];
    expect(await errorOf(api().get('/api/user/v1/info'))).toMatchObject({
      status: 0,
      errorCode: 'unavailable',
    });
  });

  test('an aborted call rejects with AbortError', async () => {
    const controller = new AbortController();
    answers = [
      () => {
        controller.abort();
        throw controller.signal.reason;
      },
    ];
    const call = api().get('/api/user/v1/info', { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a response that is not JSON is an error', async () => {
    answers = [() => new Response('<html>')];
    expect(await errorOf(api().get('/api/user/v1/info'))).toMatchObject({
      errorCode: 'unknownError',
      body: '<html>',
    });
  });

  test.each([
    [404, 'notFound'],
    [500, 'unknownError'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('a %i without a body has the code %s', async (status, code) => {
    answers = [() => new Response('', { status })];
    expect((await errorOf(api().get('/api/user/v1/info'))).errorCode).toBe(code);
  });
});

test('ACC-3: a call names the subject of the page, and none until it is known', async () => {
  await api().get('/api/user/v1/info');
  subject = 'felag';
  await api().post('/api/user/v1/logout');
  expect(requests.map(({ headers }) => headers.get('acting-for'))).toEqual([null, 'felag']);
});

test('HOLD-2: a call is for the given subject, or for that of the page when the call started', async () => {
  subject = 'anna';
  const calls = [api().get('/api/policy/v2', { actingFor: 'felag' }), api().get('/api/policy/v2')];
  subject = 'birgir';
  await Promise.all(calls);
  expect(requests.map(({ headers }) => headers.get('acting-for')).toSorted()).toEqual(['anna', 'felag']);
});

test('ACC-5: a call refused because of its subject is reported, for responses of any kind', async () => {
  const refuse = (errorCode: string, status: number) => () => Response.json({ errorCode }, { status });
  answers = [refuse('accessEnded', 403), refuse('subjectChanged', 409), refuse('readonlyAccess', 403)];
  await errorOf(api().get('/api/policy/v2'));
  expect(lostCount).toBe(1);
  await errorOf(api().file('/api/policy/v2', 'text/csv'));
  expect(lostCount).toBe(2);
  await errorOf(api().post('/api/user/v1/logout'));
  expect(lostCount).toBe(2);
});
