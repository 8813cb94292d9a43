import { type FormKind, formKindNames } from '@hofn/domain/form-kinds.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormRefused, sendForm } from './send-form.ts';

vi.mock('../../session/settings.ts', () => ({ apiAddress: async (path: string) => `/base${path}` }));

const fetchMock = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
const logMock = vi.fn();
const received = { status: 'received', reference: 'F-2026-100001' };
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  vi.spyOn(console, 'error').mockImplementation(logMock);
  fetchMock.mockReset().mockImplementation(async () => json(201, received));
  logMock.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const send = (kind: FormKind, values: Parameters<typeof sendForm>[1] = {}, token?: string) =>
  sendForm(kind, values, { language: 'en', key: 'lykill', token });
const request = () => {
  const [address, { body, headers }] = fetchMock.mock.calls[0] ?? ['', {}];
  return { address, body, headers: headers as Record<string, string> };
};
const failure = async (promise: Promise<unknown>): Promise<FormRefused> => {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof FormRefused)) throw new Error('The form was accepted');
  return error;
};

const multipart = ['business', 'safetyproduct', 'opportunityV2', 'salesforceCase', 'dataGateway'];
const paths: Record<FormKind, string> = {
  business: '/api/form/v1/business',
  okuvisir: '/api/form/v1/okuvisir',
  childinsurance: '/api/form/v1/childinsurance',
  forvarnarsignup: '/api/form/v1/forvarnarsignup',
  forvarnarsignout: '/api/form/v1/forvarnarsignout',
  appointmentRequest: '/api/form/v1/requestappointment',
  lottery: '/api/form/v1/lotterygame',
  other: '/api/form/v1/other',
  safetyproduct: '/api/form/v1/safetyproductsuggestion',
  conferencesignup: '/api/form/v1/conferencesignup',
  salespromotion: '/api/form/v1/salespromotion',
  opportunity: '/api/form/v1/opportunity',
  opportunityV2: '/api/form/v2/opportunity',
  communication: '/api/form/v1/communication',
  inquiry: '/api/form/v1/inquiry',
  salesforceCase: '/api/form/v1/salesforcecase',
  dataGateway: '/api/public/v1/gateway',
};

test.each(formKindNames)(
  'CALL-7, FORM-3, FORM-12: %s is sent to its endpoint in its encoding',
  async (kind) => {
    expect(await send(kind, { name: 'Þóra' })).toEqual(received);
    const { address, body, headers } = request();
    expect(address).toBe(`/base${paths[kind]}`);
    expect(body instanceof FormData).toBe(multipart.includes(kind));
    expect(headers['Content-Type']).toBe(
      multipart.includes(kind) ? undefined : 'application/json; charset=utf-8',
    );
    expect(headers).toMatchObject({ 'Accept-Language': 'en', 'Idempotency-Key': 'lykill' });
  },
);

test('FORM-3: each item of an array value is appended under the same name', async () => {
  await send(
    'opportunityV2',
    { products: ['home', 'pet'], vehicles: [{ use: 'work' }], name: 'Þóra' },
    'visit_1',
  );
  const { body, headers } = request();
  if (!(body instanceof FormData)) throw new Error('The body is not multipart');
  expect(body.getAll('products')).toEqual(['home', 'pet']);
  expect(body.getAll('vehicles')).toEqual(['{"use":"work"}']);
  expect(body.getAll('name')).toEqual(['Þóra']);
  expect(headers.Authorization).toBe('Bearer visit_1');
});

test('INQ-4: an inquiry sends only its input, as JSON', async () => {
  const values = { name: 'Þóra', email: 'a@b.is', ssn: '', type: 'Tjónaþjónusta', description: 'Hvar?' };
  await send('inquiry', values);
  expect(JSON.parse(String(request().body))).toEqual(values);
});

test('FORM-2: a failure has the message «http response error - status» with the number, and logs status and body', async () => {
  const body = { status: 400, errors: { FORM: ['The given SSN was not found'] } };
  fetchMock.mockImplementation(async () => json(400, body));
  const refused = await failure(send('inquiry'));
  expect(refused.message).toBe('http response error - status 400');
  expect(refused.errors).toEqual(body.errors);
  expect(logMock).toHaveBeenCalledExactlyOnceWith('http response error - status 400', body);
});

test('FORM-2: an error with a non-JSON body has only a status, and a missing response has status 0', async () => {
  fetchMock.mockImplementation(async () => new Response('<html>', { status: 502 }));
  expect(await failure(send('other'))).toMatchObject({
    message: 'http response error - status 502',
    errors: {},
  });
  expect(logMock).toHaveBeenLastCalledWith('http response error - status 502', undefined);
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await failure(send('other'))).toMatchObject({
    message: 'http response error - status 0',
    status: 0,
  });
});

test('FORM-10: a 429 says when to retry', async () => {
  fetchMock.mockImplementation(async () => json(429, {}, { 'Retry-After': '240' }));
  expect(await failure(send('other'))).toMatchObject({ status: 429, retryAfterSeconds: 240 });
});
