import { type Call, calls, defineCalls } from '@hofn/contracts';
import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger, createServer } from '@hofn/service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { errorResponses } from './error-responses.ts';
import { type Handler, registerCalls } from './registrar.ts';

const rows = defineCalls({
  thing: {
    service: 'api',
    method: 'GET',
    path: '/api/thing/{id}',
    who: { kind: 'public' },
    rate: 'read',
    summary: 'A thing.',
    params: z.object({ id: z.string().max(5) }),
    response: z.object({ id: z.string() }),
  },
});
const server = () =>
  createServer({
    name: 'test',
    logger: createLogger('test', 'silent'),
    clock: systemClock,
    faults: errorResponses,
  });
const guard = {
  authenticate: () => Promise.resolve({ kind: 'anonymous' as const }),
  authenticateService: () => Promise.resolve({ kind: 'anonymous' as const }),
  recordStaffRead: () => Promise.resolve(),
  count: () => Promise.resolve(0),
  ownOrigin: () => true,
};
const thing: Handler<(typeof rows)['thing']> = ({ params }) =>
  ({ id: params.id, secret: 'inner' }) as { id: string };
const handlers = { thing: thing as unknown as Handler<(typeof calls)['userInfo']> } as never;

test('a row of the contract without a handler stops the start', () => {
  expect(() => registerCalls(server(), rows, {}, guard)).toThrow(
    'The call thing of the contract has no handler.',
  );
});

test('a handler without a row of the contract stops the start', () => {
  expect(() => registerCalls(server(), {}, handlers, guard)).toThrow(
    'The handler thing answers no call of the contract.',
  );
});

test('a route under /api that is not in the contract stops the start', async () => {
  const api = server();
  registerCalls(api, rows, handlers, guard);
  expect(() => api.get('/api/backdoor', () => 'open')).toThrow(
    'The route /api/backdoor is no call of the contract.',
  );
  await api.close();
});

test('a field that the contract does not name is never sent', async () => {
  const api = server();
  registerCalls(api, rows, handlers, guard);
  const answer = await api.inject('/api/thing/a');
  expect(answer.json()).toEqual({ id: 'a' });
  await api.close();
});

test('a response that violates its own schema is our error, and reveals nothing', async () => {
  const api = server();
  registerCalls(api, rows, { thing: () => ({ id: 7 }) } as never, guard);
  const answer = await api.inject('/api/thing/a');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ errorCode: 'unknownError', status: 500 });
  expect(answer.body).not.toMatch(/schema|zod|stack/i);
  await api.close();
});

test('no response of the contract transforms its data, because responses are only checked', () => {
  const kinds = new Set<string>();
  for (const { response } of Object.values<Call>(calls))
    z.toJSONSchema(response, {
      unrepresentable: 'any',
      override: ({ zodSchema }) => kinds.add(zodSchema._zod.def.type),
    });
  expect(kinds).toContain('object');
  for (const kind of ['pipe', 'transform', 'catch', 'prefault']) expect(kinds).not.toContain(kind);
});
