import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CoreAct, CoreClaimAct } from '@hofn/contracts';
import { Webhook } from 'standardwebhooks';

/** A received call with a valid signature. */
export type ReceivedAct<Act = CoreAct> = { path: string; key: string; act: Act };

type Behaved = object | number | undefined;

/** Handles a call: returns a body, a status without a body, or undefined to never respond. */
export type CoreBehaviour<Act = CoreAct> = (received: ReceivedAct<Act>) => Behaved | Promise<Behaved>;

const secret = `whsec_${Buffer.from('an example for tests alone').toString('base64')}`;

/** An HTTP server in place of a core, with behaviour that the test sets. For tests only. */
export const startFakeCore = async <Act extends CoreAct | CoreClaimAct = CoreAct>() => {
  const received: ReceivedAct<Act>[] = [];
  let behave: CoreBehaviour<Act> = () => 503;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    const key = String(request.headers['webhook-id']);
    const call = { path: request.url ?? '', key, act: JSON.parse(body) as Act };
    received.push(call);
    const answered = await behave(call);
    if (answered === undefined) return;
    const isStatus = typeof answered === 'number';
    const said = !isStatus && 'status' in answered ? Number(answered.status) : 200;
    response.writeHead(isStatus ? answered : said, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isStatus ? {} : answered));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(401).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    settings: { CORE_URL: `http://127.0.0.1:${port}/`, CORE_SECRET: [secret], CORE_SOURCE: 'kerfi' },
    /** Sets the behaviour and clears the received calls. */
    behaves: (as: CoreBehaviour<Act>) => {
      received.length = 0;
      behave = as;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
export type FakeCore = Awaited<ReturnType<typeof startFakeCore<CoreAct>>>;
