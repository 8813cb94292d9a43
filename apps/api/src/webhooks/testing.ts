/** A receiver of webhooks, and the API with its delivery under a clock of the test. For tests only. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CloudEvent, CoreWebhook, CoreWebhookDelivery } from '@hofn/contracts';
import { coreWebhookDeliveries, coreWebhooks, type Database, stampEvents } from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { createSecrets, type Secrets } from '@hofn/service/secrets.ts';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { recordEvents } from '../platform/events.ts';
import { createServices } from '../services.ts';
import { defaultSettings, type Settings } from '../settings.ts';
import { createIssuer, fixedClock, startApi, temporaryFiles } from '../testing.ts';
import { webhooks } from './feature.ts';

export type Received = { id: string; headers: IncomingHttpHeaders; body: string; event: CloudEvent };
type Answer = number | { status: number; headers: Record<string, string> };

/** A server that keeps what it receives, and answers 204 by default. */
export const startReceiver = async () => {
  const received: Received[] = [];
  const receiver = {
    url: '',
    received,
    /** Decides about the answer to each request. */
    answer: (_request: Received): Answer | Promise<Answer> => 204,
    /** The documents that the events received so far are about. */
    documents: () => received.map(({ event }) => event.data.documentId),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { 'webhook-id': id } = request.headers;
    const one = { id: String(id), headers: request.headers, body, event: JSON.parse(body) as CloudEvent };
    received.push(one);
    const answer = await receiver.answer(one);
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** What encrypts the secrets of a test's webhooks, also in other processes. */
export const secretsKey = randomBytes(32);

/** Starts the API with a client of the source `kerfi`, and its delivery, which runs when the test says so. */
export const startWebhooks = async (
  database: Database,
  settings: Partial<Settings> = {},
  secrets: Secrets = createSecrets([secretsKey]),
) => {
  const issuer = await createIssuer();
  // Tokens of tests are of a fixed time.
  const clock = fixedClock();
  const lines: Array<Record<string, unknown>> = [];
  const logger = createLogger('api', 'info', { write: (line: string) => lines.push(JSON.parse(line)) });
  const all = { ...defaultSettings(), WEBHOOK_NETWORKS: ['127.0.0.1'], ...settings };
  const parts = { settings: all, secrets, sharedClock: clock };
  const api = await startApi(database, issuer, parts);
  const [repeated] = webhooks.repeated;
  const createRun = async () =>
    repeated.create(
      createServices({
        ...parts,
        ...{ clock, logger, outbox: { send: async () => {} }, files: temporaryFiles() },
        database: await inRoleOf('api', database),
      }),
    );
  const run = await createRun();
  const never = new AbortController().signal;
  const call = async <Answer>(
    method: string,
    path = '',
    { body, source = 'kerfi', status = 200 }: { body?: object; source?: string; status?: number } = {},
  ): Promise<Answer> => {
    const token = await issuer.serviceToken(['core.webhooks'], { source });
    const answer = await api.ask(`/api/core/v1/webhooks${path}`, {
      ...{ method, token, headers: { 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = await answer.text();
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
    return (content === '' ? null : JSON.parse(content)) as Answer;
  };
  const list = async () => (await call<{ items: CoreWebhook[] }>('GET')).items;
  return {
    ...{ api, issuer, clock, lines, call, list, createRun },
    add: (receiver: Pick<Receiver, 'url'>, more: object = {}) =>
      call<{ webhook: CoreWebhook; secret: string }>('POST', '', {
        body: { url: receiver.url, ...more },
        status: 201,
      }),
    one: async (id: string): Promise<CoreWebhook> => {
      const found = (await list()).find((webhook) => webhook.id === id);
      if (!found) throw new Error(`There is no webhook ${id}`);
      return found;
    },
    deliveries: async (id: string, query = '') =>
      (await call<{ items: CoreWebhookDelivery[] }>('GET', `/${id}/deliveries?${query}`)).items,
    /** Delivers all that is due now. */
    deliver: (signal = never) => run(signal),
    /** Moves the clock forward. */
    pass: (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString()),
    /** Records events about documents, and gives them their places in the feed. */
    record: async (...documents: string[]) => {
      const event = (documentId: string) =>
        ({ name: 'document.signed', subject: 'anna', data: { documentId } }) as const;
      await recordEvents(database.db, documents.map(event));
      await stampEvents(database.db);
    },
    /** Whether the library accepts a request with a secret, at the time of the test's clock. */
    isVerified: (secret: string, { body, headers }: Received): boolean => {
      const now = vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime());
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      } finally {
        now.mockRestore();
      }
    },
    /** Removes all webhooks, for the next test. */
    clear: async () => {
      await database.db.delete(coreWebhooks);
      await database.db.delete(coreWebhookDeliveries);
    },
  };
};
export type StartedWebhooks = Awaited<ReturnType<typeof startWebhooks>>;
