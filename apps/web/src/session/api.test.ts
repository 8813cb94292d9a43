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
let subject: string | undefined;
let lost: number;

beforeEach(() => {
  requests = [];
  answers = [() => Response.json({})];
  token = 'token-1';
  refused = [];
  renews = false;
  subject = undefined;
  lost = 0;
});

const api = (base = '') =>
  createApi({
    base: async () => base,
    language: () => 'is',
    newKey: () => `key-${requests.length}`,
    session: {
      token: async () => token,
      async refused(old) {
        refused.push(old);
        if (renews) token = 'token-2';
        return renews;
      },
    },
    subject: () => subject,
    subjectLost: () => {
      lost += 1;
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
  if (!request) throw new Error('no request was made');
  return request;
};

/** The error that a call ends with. */
const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: ApiError) => error,
  );

describe('requests', () => {
  test('CALL-1: a read is a GET with credentials of the same origin and the JSON content type', async () => {
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

  test('CALL-1: data of a read goes into the query, of the path into the path', async () => {
    await api().get('/api/policy/v2', { query: { group: 'home', search: 'á & b', cursor: undefined } });
    await api().get('/api/policy/v2/{id}', { params: { id: 'a/b?c' } });
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/policy/v2?group=home&search=%C3%A1+%26+b',
      '/api/policy/v2/a%2Fb%3Fc',
    ]);
  });

  test('CALL-1: a write has a JSON body, empty or not, and a key of its own', async () => {
    await api().post('/api/user/v1/logout');
    await api().post('/api/user/v1/logout');
    await api().post('/api/user/v1/logout', { idempotencyKey: 'mine' });
    const [one, two, three] = requests;
    expect([one?.init.method, one?.init.body]).toEqual(['POST', '{}']);
    expect([one, two, three].map((request) => request?.headers.get('idempotency-key'))).toEqual([
      'key-0',
      'key-1',
      'mine',
    ]);
  });

  test('CALL-1: an empty answer is an empty object', async () => {
    answers = [() => new Response(null, { status: 204 }), () => new Response(' \n')];
    expect(await api().post('/api/user/v1/logout')).toEqual({});
    expect(await api().post('/api/user/v1/logout')).toEqual({});
  });

  test('CALL-6: the token goes along as Bearer, and nothing when nobody is signed in', async () => {
    await api().get('/api/user/v1/info');
    token = undefined;
    await api().get('/api/contentConfig/v1/general');
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', null]);
  });

  test('CALL-6: writes, files, downloads and parts of files carry the token too', async () => {
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

  test('CALL-7: the base of every address is of the settings', async () => {
    await api('https://api.hofn.example').get('/api/user/v1/info');
    expect(first().url).toBe('https://api.hofn.example/api/user/v1/info');
  });
});

describe('files', () => {
  test('PORT-19: a list is asked for by the type of file, with the token, and comes with its name', async () => {
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

  test('PORT-19: the rows of a file are narrowed as the list is', async () => {
    const addresses: string[] = [];
    const { file } = createApi({
      base: async () => 'http://localhost',
      language: () => 'is',
      session: { token: async () => 'token', refused: async () => false },
      fetch: async (address) => {
        addresses.push(String(address));
        return new Response('');
      },
    });
    await file('/api/account/v1', 'text/csv', { from: '2026-01-01', type: 'fee' });
    expect(addresses).toEqual(['http://localhost/api/account/v1?from=2026-01-01&type=fee']);
  });

  test('one file comes by its own address, with its name', async () => {
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

  test('a file that is refused is an error as any other', async () => {
    answers = [() => Response.json({ errorCode: 'tooManyRequests' }, { status: 429 })];
    const failed = errorOf(api().file('/api/policy/v2', 'application/pdf'));
    expect(await failed).toMatchObject({ status: 429, errorCode: 'tooManyRequests' });
  });
});

describe('refusals', () => {
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

  test('AUTH-12d: the body of a failure is kept as it came', async () => {
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

  test('AUTH-12b: a 401 is told to the session with the token it came for, and is final when that renews nothing', async () => {
    answers = [() => Response.json({ errorCode: 'unauthenticated' }, { status: 401 })];
    const error = await errorOf(api().get('/api/user/v1/info'));
    expect([error.status, error.errorCode]).toEqual([401, 'unauthenticated']);
    expect(refused).toEqual(['token-1']);
    expect(requests).toHaveLength(1);
  });

  test('AUTH-12b: a 401 that a renewed token mends is tried once more, as the same write', async () => {
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

  test('a 401 of someone not signed in renews nothing', async () => {
    token = undefined;
    answers = [() => new Response('', { status: 401 })];
    expect((await errorOf(api().get('/api/user/v1/info'))).status).toBe(401);
    expect(refused).toEqual([]);
  });

  test('a service that does not answer is an error of status 0', async () => {
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

  test('a call that was taken back is no error of the service', async () => {
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

  test('an answer that should be JSON and is not is an error', async () => {
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
  ])('a bare %i reads as %s', async (status, code) => {
    answers = [() => new Response('', { status })];
    expect((await errorOf(api().get('/api/user/v1/info'))).errorCode).toBe(code);
  });
});

test('ACC-3: a call names the customer that the page shows, and none while that is not known', async () => {
  await api().get('/api/user/v1/info');
  subject = 'felag';
  await api().post('/api/user/v1/logout');
  expect(requests.map(({ headers }) => headers.get('acting-for'))).toEqual([null, 'felag']);
});

test('HOLD-2: a call is for the subject that it names, or that the page showed when it began', async () => {
  subject = 'anna';
  const begun = [api().get('/api/policy/v2', { actingFor: 'felag' }), api().get('/api/policy/v2')];
  subject = 'birgir';
  await Promise.all(begun);
  expect(requests.map(({ headers }) => headers.get('acting-for')).toSorted()).toEqual(['anna', 'felag']);
});

test('ACC-5: a call that is refused because another is acted for is told of, whatever it was to give', async () => {
  const refuse = (errorCode: string, status: number) => () => Response.json({ errorCode }, { status });
  answers = [refuse('accessEnded', 403), refuse('subjectChanged', 409), refuse('readonlyAccess', 403)];
  await errorOf(api().get('/api/policy/v2'));
  expect(lost).toBe(1);
  await errorOf(api().file('/api/policy/v2', 'text/csv'));
  expect(lost).toBe(2);
  await errorOf(api().post('/api/user/v1/logout'));
  expect(lost).toBe(2);
});
