import { readFileSync } from 'node:fs';
import { addMonths, daysBetween } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { acceptForms, type LanguageQuery, languageOf, sendPage } from '@hofn/service/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.ts';
import type { Decision } from '../outcomes.ts';
import { findAct } from '../store/acts.ts';
import { readCalendar } from '../store/calendar.ts';
import { findEdition } from '../store/editions.ts';
import { customerPage } from './customer-page.ts';
import { addEditionPages } from './edition-routes.ts';
import { mainPage } from './pages.ts';
import { receiptPage } from './receipts.ts';
import { script, style } from './style.ts';
import { customerKeyOf, readCustomer, readMark, readView } from './view.ts';

type Form = LanguageQuery & { Body: Record<string, string> | null };
type OfKey = LanguageQuery & { Params: { key: string } };
type OfRequest = Form & { Params: { id: string; act: string } };

const monthsOf: Readonly<Record<string, number>> = { month: 1, year: 12 };

const daysOf = (step: string, today: string): number =>
  step === 'day' ? 1 : daysBetween(today, addMonths(today, monthsOf[step] ?? 0));

const decisionOf = (act: string, body: Record<string, string> | null): Decision | undefined => {
  if (act === 'accept') return { act, by: 'page' };
  if (act !== 'refuse' && act !== 'ask') return undefined;
  return { act, texts: { is: body?.is ?? '', en: body?.en ?? '' } };
};

/**
 * Adds the page of the core: its customers, requests, events and facts, and its calendar. Whoever reaches it reads and
 * decides everything, so it is for demos and development only.
 */
export const addPage = (server: FastifyInstance, core: Core, clock: Clock): void => {
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
  server.get('/mark', { config: { quiet: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await readMark(core.db)),
  );
  server.get<{ Querystring: { lang?: string; trouble?: string } }>('/', async (request, reply) =>
    html(reply, mainPage(languageOf(request), await readView(core.db, core), request.query.trouble)),
  );
  server.get<OfKey>('/customers/:key', async (request, reply) => {
    const found = await readCustomer(core.db, request.params.key);
    return found ? html(reply, customerPage(languageOf(request), found)) : reply.callNotFound();
  });
  server.get<OfKey>('/receipts/:key', async (request, reply) => {
    const receipt = await findAct(core.db, request.params.key);
    if (!receipt) return reply.callNotFound();
    const owner = await customerKeyOf(core.db, receipt.customer);
    const { edition: named } = receipt.answer;
    const edition = named === null ? null : ((await findEdition(core.db, named)) ?? null);
    return html(reply, receiptPage(languageOf(request), receipt, { owner, edition }));
  });
  addEditionPages(server, core, { clock, html, isOwnForm });
  server.post<Form & { Params: { step: string } }>('/forward/:step', async (request, reply) => {
    if (!core.canForward || !isOwnForm(request)) return reply.callNotFound();
    const days = daysOf(request.params.step, (await readCalendar(core.db)).today);
    if (!days) return reply.callNotFound();
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
};
