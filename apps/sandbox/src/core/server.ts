import { readFileSync } from 'node:fs';
import { addMonths, daysBetween } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, type LanguageQuery, languageOf, pageHeaders, sendPage } from '../pages.ts';
import type { Core } from './core.ts';
import { customerPage } from './customer-page.ts';
import { mainPage, markOf } from './pages.ts';
import type { Decision } from './settling.ts';
import { script, style } from './style.ts';

type Form = LanguageQuery & { Body: Record<string, string> | null };
type OfKey = LanguageQuery & { Params: { key: string } };
type OfRequest = Form & { Params: { id: string; act: string } };

const monthsOf: Readonly<Record<string, number>> = { month: 1, year: 12 };

const daysOf = (step: string, today: string): number =>
  step === 'day' ? 1 : daysBetween(today, addMonths(today, monthsOf[step] ?? 0));

const decisionOf = (act: string, body: Record<string, string> | null): Decision | undefined => {
  if (act === 'accept') return { act };
  if (act !== 'refuse' && act !== 'ask') return undefined;
  return { act, texts: { is: body?.is ?? '', en: body?.en ?? '' } };
};

/** The page of the core system: its customers, requests, events and facts, and its calendar. */
export const createCoreServer = ({
  core,
  logger,
  clock,
}: {
  core: Core;
  logger: Logger;
  clock: Clock;
}): FastifyInstance => {
  const server: FastifyInstance = createServer({
    name: 'core',
    logger,
    clock,
    // Runs next to everything else on one machine, and a year takes minutes.
    limits: { eventLoopDelayMs: 0, answerMs: 1_800_000 },
    headers: pageHeaders,
  });
  acceptForms(server);
  const css = readFileSync(new URL(import.meta.resolve('@hofn/ui/tokens.css')), 'utf8') + style;
  const html = (reply: FastifyReply, page: string) =>
    sendPage(reply.header('cache-control', 'no-store'), page);
  const isOwnForm = ({ headers }: FastifyRequest<Form>): boolean =>
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  const back = (request: FastifyRequest<Form>, reply: FastifyReply, trouble?: string) =>
    reply.redirect(`/?lang=${languageOf(request)}${trouble ? `&trouble=${trouble}` : ''}`, 303);

  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  server.get('/core.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  server.get('/mark', { config: { quiet: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(markOf(core)),
  );
  server.get<{ Querystring: { lang?: string; trouble?: string } }>('/', (request, reply) =>
    html(reply, mainPage(languageOf(request), core, request.query.trouble)),
  );
  server.get<OfKey>('/customers/:key', (request, reply) => {
    const page = customerPage(languageOf(request), core.book, request.params.key);
    return page === undefined ? reply.callNotFound() : html(reply, page);
  });
  server.post<Form & { Params: { step: string } }>('/forward/:step', async (request, reply) => {
    const days = daysOf(request.params.step, core.book.state.today);
    if (!days || !core.canForward || !isOwnForm(request)) return reply.callNotFound();
    await core.forward(days);
    return back(request, reply);
  });
  server.post<Form & { Params: { state: string } }>('/rule/:state', async (request, reply) => {
    if (!isOwnForm(request)) return reply.callNotFound();
    await core.setRule(request.params.state === 'on');
    return back(request, reply);
  });
  server.post<OfRequest>('/requests/:id/:act', async (request, reply) => {
    const decision = decisionOf(request.params.act, request.body);
    if (!decision || !isOwnForm(request)) return reply.callNotFound();
    return back(request, reply, await core.decide(request.params.id, decision));
  });
  return server;
};
