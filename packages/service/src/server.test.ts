import { Agent, request } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { patience } from '@hofn/database/testing/patience.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { ListenError, listen } from './program.ts';
import { createServer, type ServerParts } from './server.ts';

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const capture = () => {
  const lines: Array<Record<string, unknown>> = [];
  const logger = createLogger('test', 'debug', { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, logger };
};

const start = async (
  parts: Partial<ServerParts> = {},
  routes?: (server: ReturnType<typeof createServer>) => void,
) => {
  const server = createServer({ name: 'test', logger: capture().logger, clock: systemClock, ...parts });
  routes?.(server);
  const running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'TEST_PORT' });
  stops.push(running.stop);
  return running;
};

test('every response and every log line has the request id', async () => {
  const { lines, logger } = capture();
  const { url } = await start({ logger }, (server) => {
    server.get('/thing', (request) => {
      request.log.info('inside');
      return { ok: true };
    });
  });
  const answer = await fetch(`${url}/thing`);
  const id = answer.headers.get('x-request-id');
  // No run of ten digits, which the logger would mask as a kennitala.
  expect(id).toMatch(/^[a-z]{12}-[\da-z]{1,8}$/);
  const own = lines.filter((line) => line.requestId === id);
  expect(own.map((line) => line.msg)).toEqual(['inside', 'answered']);
  expect(own[1]).toMatchObject({ method: 'GET', path: '/thing', status: 200 });
});

test('a request id from the proxy is kept, unless it could contain a kennitala', async () => {
  const { url } = await start();
  const idFor = async (given: string) =>
    (await fetch(`${url}/health`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  expect(await idFor('edge-4f2a9c1b7d')).toBe('edge-4f2a9c1b7d');
  expect(await idFor('010130-1469-abc')).not.toContain('010130');
  expect(await idFor('a b c d e f g h')).not.toContain(' ');
});

test('KT-10: no log line of a request shows more of a kennitala than its first six digits', async () => {
  const { lines, logger } = capture();
  const { url } = await start({ logger }, (server) => {
    server.get('/customer/:ssn', () => {
      throw new Error('no row for 0101301469\nparams: jon@example.is,0101301469');
    });
  });
  await fetch(`${url}/customer/010130-1469?search=0101301469`);
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(text).toContain('010130-****');
  expect(text).not.toMatch(/1469/);
  expect(text).not.toContain('jon@example.is');
});

test('liveness does not depend on dependencies; readiness names the one that does not answer', async () => {
  const { url } = await start({
    parts: { database: async () => 'ok', identity: () => Promise.reject(new Error('connection refused')) },
  });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const ready = await fetch(`${url}/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('5');
  expect(await ready.json()).toEqual({
    service: 'test',
    ready: false,
    parts: { database: true, identity: false },
  });
});

test('metrics count responses by route, not by URL', async () => {
  const { url } = await start({}, (server) => {
    server.get('/thing/:id', () => ({ ok: true }));
  });
  await fetch(`${url}/thing/1`);
  await fetch(`${url}/thing/2`);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{service="test",method="GET",route="/thing/:id",status="200"} 2',
  );
  expect(text).not.toContain('/thing/1');
});

test('a body over its limit is refused with 413', async () => {
  const { url } = await start({ limits: { bodyBytes: 100 } }, (server) => {
    server.post('/thing', () => ({ ok: true }));
  });
  const answer = await fetch(`${url}/thing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(200) }),
  });
  expect(answer.status).toBe(413);
});

test('a handler that never answers times out', async () => {
  const { url } = await start({ limits: { answerMs: 50 } }, (server) => {
    server.get('/hangs', () => new Promise(() => undefined));
    server.post('/hangs', () => new Promise(() => undefined));
  });
  expect((await fetch(`${url}/hangs`)).status).toBe(504);
  const posted = await fetch(`${url}/hangs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(posted.status).toBe(504);
});

test('a request whose body does not come in time gets 504, and its connection is closed at once', async () => {
  const { port } = await start({ limits: { answerMs: 100 } }, (server) => {
    server.post('/upload', () => ({ ok: true }));
  });
  for (const path of ['/upload', '/nowhere']) {
    const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const begun = performance.now();
    await new Promise((resolve) => socket.once('end', resolve));
    socket.destroy();
    expect(received, path).toMatch(/^HTTP\/1\.1 504 /);
    // Node itself would wait for the rest of the body, until it looks for late requests every half minute.
    expect(performance.now() - begun, path).toBeLessThan(15_000);
  }
});

/** Keeps this thread computing for so many milliseconds of CPU time, however long a busy machine takes for that. */
const compute = (ms: number): void => {
  const before = process.threadCpuUsage();
  for (let used = 0; used < ms * 1000; ) {
    const { user, system } = process.threadCpuUsage();
    used = user + system - before.user - before.system;
  }
};
/** Keeps this thread from running without using the CPU: as on a machine that is busy with other programs. */
const starve = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

test('HOLD-26: a process that is saturated itself refuses with 503 and Retry-After, files last, and can still be monitored', async () => {
  const { url } = await start({ limits: { eventLoopDelayMs: 20, sampleMs: 20 } }, (server) => {
    server.get('/thing', () => ({ ok: true }));
    server.get('/file', { config: { shed: 'last' } }, () => ({ ok: true }));
  });
  /** Requests while the process computes in every turn, until one is refused. */
  const refusal = async (path: string, turnMs: number): Promise<Response> => {
    for (;;) {
      const responses = ['/health', '/ready', '/metrics', path].map((each) => fetch(url + each));
      compute(turnMs);
      const [health, ready, metrics, response] = await Promise.all(responses);
      expect([health?.status, ready?.status, metrics?.status]).toEqual([200, 200, 200]);
      if (response?.status === 503) return response;
    }
  };
  const refused = await refusal('/thing', 60);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
    /http_requests_shed_total\{service="test"\} \d+/,
  );
  expect((await refusal('/file', 400)).headers.get('retry-after')).toBe('5');
});

test('HOLD-26: a process that waits for the processor because of other programs refuses nothing', async () => {
  const { url } = await start({ limits: { eventLoopDelayMs: 20, sampleMs: 20 } }, (server) => {
    server.get('/thing', () => ({ ok: true }));
  });
  const statuses = new Set<number>();
  for (let turn = 0; turn < 20; turn += 1) {
    const responses = [fetch(`${url}/thing`), fetch(`${url}/thing`)];
    starve(100);
    for (const { status } of await Promise.all(responses)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

test('the time that the start itself takes refuses no request of a new process', async () => {
  const { url } = await start({ limits: { eventLoopDelayMs: 20, sampleMs: 1_000 } }, (server) => {
    server.get('/thing', () => ({ ok: true }));
    server.addHook('onReady', async () => compute(500));
  });
  const begun = performance.now();
  const statuses = new Set<number>();
  // Until the sample that contains the start has been replaced by the next one.
  while (performance.now() < begun + 1_500) statuses.add((await fetch(`${url}/thing`)).status);
  expect([...statuses]).toEqual([200]);
});

test('concurrent requests over the limit are refused immediately with Retry-After, the others are answered', async () => {
  const release = Promise.withResolvers<void>();
  const { port, url } = await start({ limits: { eventLoopDelayMs: 0, requestsAtOnce: 40 } }, (server) => {
    server.get('/slow', async () => {
      await release.promise;
      return { ok: true };
    });
    server.get('/other', { config: { lane: 'other' } }, () => ({ ok: true }));
  });
  const agent = new Agent({ keepAlive: true });
  let shed = 0;
  const allRefused = Promise.withResolvers<void>();
  const ask = () =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/slow', agent }, (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 503) shed += 1;
          if (shed === 260) allRefused.resolve();
          resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] });
        });
      })
        .on('error', reject)
        .end();
    });
  const responses = Array.from({ length: 300 }, ask);
  // The slow requests are still running: refusals do not wait for them.
  await allRefused.promise;
  for (const path of ['/health', '/ready', '/metrics', '/other'])
    expect((await fetch(url + path)).status, path).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'http_requests_shed_total{service="test"} 260',
  );
  release.resolve();
  const outcomes = await Promise.all(responses);
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(outcomes.filter(({ status, retryAfter }) => status === 503 && retryAfter === '5')).toHaveLength(260);
  // There is capacity again.
  expect((await ask()).status).toBe(200);
  agent.destroy();
});

test('bytes that are not an HTTP request get a plain 400', async () => {
  const { port } = await start();
  const text = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toMatch(/"requestId":"[a-z]{12}-[\da-z]{1,8}"/);
});

test('a running request is finished before the server closes', async () => {
  let finish: (() => void) | undefined;
  const entered = Promise.withResolvers<void>();
  const { url, stop } = await start({}, (server) => {
    server.get('/slow', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
        entered.resolve();
      });
      return { done: true };
    });
  });
  const slow = fetch(`${url}/slow`);
  await entered.promise;
  const stopped = stop();
  finish?.();
  expect(await (await slow).json()).toEqual({ done: true });
  await stopped;
  await expect(fetch(`${url}/slow`)).rejects.toThrow();
});

/** Simulates a load balancer's connection: sends requests over one connection until a response closes it. */
const requestUntilClosed = async (port: number, onAnswer: () => void) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Array<{ status: number | undefined; retryAfter: string | undefined } | string> = [];
  for (let isClosed = false; !isClosed; ) {
    const outcome = await new Promise<(typeof seen)[number]>((resolve) => {
      request({ port, host: '127.0.0.1', path: '/slow', agent }, (answer) => {
        isClosed = answer.headers.connection === 'close';
        const { statusCode: status, headers } = answer;
        answer.resume().on('end', () => resolve({ status, retryAfter: headers['retry-after'] }));
      })
        .on('error', (error) => {
          isClosed = true;
          resolve(error.message);
        })
        .end();
    });
    seen.push(outcome);
    onAnswer();
  }
  agent.destroy();
  return seen;
};

test('stopping under load resets no connection, and each refusal has Retry-After', async () => {
  const { port, stop } = await start({}, (server) => {
    server.get('/slow', () => setTimeout(5, { ok: true }));
  });
  const isLoaded = Promise.withResolvers<void>();
  let answers = 0;
  const clients = Array.from({ length: 20 }, () =>
    requestUntilClosed(port, () => {
      answers += 1;
      if (answers === 100) isLoaded.resolve();
    }),
  );
  await isLoaded.promise;
  const stopped = stop();
  const seen = (await Promise.all(clients)).flat();
  await stopped;
  const answered = seen.filter((outcome) => typeof outcome === 'object');
  expect(seen.filter((outcome) => typeof outcome === 'string')).toEqual([]);
  expect(answered.length).toBeGreaterThan(clients.length);
  expect(answered.filter(({ status, retryAfter }) => status !== 200 && retryAfter === undefined)).toEqual([]);
});

test('a stopping server is not ready, and closes each connection after its response', async () => {
  const { port, stop } = await start({}, (server) => {
    server.get('/thing', () => ({ ok: true }));
  });
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, agent }, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]));
      })
        .on('error', reject)
        .end();
    });
  const both = (...paths: string[]) => Promise.all(paths.map(ask));
  const keepAlive = [200, 'keep-alive'];
  expect(await both('/thing', '/ready')).toEqual([keepAlive, keepAlive]);
  const stopped = stop();
  expect(await both('/thing', '/ready')).toEqual([
    [200, 'close'],
    [503, 'close'],
  ]);
  agent.destroy();
  await stopped;
});

test('a start dependency delays readiness once, and is only reported after that', async () => {
  let isUp = false;
  const { url } = await start({
    startParts: {
      keys: () => (isUp ? Promise.resolve() : Promise.reject(new Error('connection refused'))),
    },
  });
  const ready = async () => {
    const answer = await fetch(`${url}/ready`);
    return [answer.status, ((await answer.json()) as { parts: object }).parts];
  };
  expect(await ready()).toEqual([503, { keys: false }]);
  isUp = true;
  expect(await ready()).toEqual([200, { keys: true }]);
  isUp = false;
  expect(await ready()).toEqual([200, { keys: false }]);
});

test('a port in use is reported in one line with the port and its setting', async () => {
  const { port } = await start();
  const second = createServer({ name: 'second', logger: capture().logger, clock: systemClock });
  const failing = listen(second, { port, host: '127.0.0.1', setting: 'API_PORT' });
  await expect(failing).rejects.toThrow(ListenError);
  await expect(failing).rejects.toThrow(
    `Port ${port} is in use. Stop the program that holds it, or set API_PORT to another port.`,
  );
  await second.close();
});

test('a connection without a request does not delay the stop', async () => {
  const server = createServer({ name: 'test', logger: createLogger('test', 'silent'), clock: systemClock });
  const running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'TEST_PORT', graceMs: 0 });
  const accepted = new Promise((resolve) => server.server.once('connection', resolve));
  const socket = createConnection(running.port, '127.0.0.1');
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
  await accepted;
  const stopped = running.stop().then(() => 'stopped');
  // Node ends such a connection after a minute.
  expect(await Promise.race([stopped, setTimeout(patience(20_000), 'waiting')])).toBe('stopped');
  expect(await closed).toBe('closed');
});

test('HOLD-8: metrics move to their own port, and in production leave the public port in any case', async () => {
  const serve = async (metrics: NonNullable<Parameters<typeof listen>[1]['metrics']>) => {
    const server = createServer({ name: 'test', logger: createLogger('test', 'silent'), clock: systemClock });
    const running = await listen(server, { port: 0, host: 'localhost', setting: 'TEST_PORT', metrics });
    stops.push(running.stop);
    const statusOf = async (path: string, port = running.port) =>
      (await fetch(`http://localhost:${port}${path}`)).status;
    return { running, statusOf };
  };
  const own = { METRICS_HOST: 'localhost', METRICS_PORT: 0 };
  const { running, statusOf } = await serve({ NODE_ENV: 'production', ...own });
  expect(await statusOf('/metrics')).toBe(404);
  expect(await statusOf('/health')).toBe(200);
  expect(await statusOf('/metrics', running.metricsPort)).toBe(200);
  expect(await statusOf('/health', running.metricsPort)).toBe(404);
  const without = { METRICS_HOST: 'localhost', METRICS_PORT: undefined };
  expect(await (await serve({ NODE_ENV: 'production', ...without })).statusOf('/metrics')).toBe(404);
  expect(await (await serve({ NODE_ENV: 'development', ...without })).statusOf('/metrics')).toBe(200);
  await expect(serve({ NODE_ENV: 'production', ...own, METRICS_PORT: running.port })).rejects.toThrow(
    /METRICS_PORT/,
  );
});
