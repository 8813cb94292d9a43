import type { Clock } from '@hofn/domain/clock.ts';
import { type LanguageQuery, languageOf } from '@hofn/service/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.ts';
import { type EditionFault, EditionRefused } from '../editions/edition.ts';
import { monthTo, tryEdition } from '../editions/trial.ts';
import { readConnection } from '../store/connection.ts';
import { allEditions, approveEdition, findEdition, findEditionOn, momentOf } from '../store/editions.ts';
import { findReferral, switchReferral } from '../store/referral.ts';
import { editionPage, editionsPage } from './editions.ts';

type Query = { Querystring: { lang?: string; trouble?: string } };
type Form = LanguageQuery & { Body: Record<string, string> | null };

/** What went wrong, for the page. @throws any other error */
const troubleOf = async (work: Promise<unknown>): Promise<EditionFault | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof EditionRefused) return error.code;
    throw error;
  }
};

/** Adds the pages of the rules: their editions, a trial of each, its approval, and the switch (rule ACT-4). */
export const addEditionPages = (
  server: FastifyInstance,
  core: Core,
  {
    clock,
    html,
    isOwnForm,
  }: {
    clock: Clock;
    html: (reply: FastifyReply, page: string) => FastifyReply;
    isOwnForm: (request: FastifyRequest<Form>) => boolean;
  },
): void => {
  const { db } = core;
  const backTo = (request: FastifyRequest<Form>, reply: FastifyReply, path: string, trouble?: string) =>
    reply.redirect(`${path}?lang=${languageOf(request)}${trouble ? `&trouble=${trouble}` : ''}`, 303);

  server.get<Query>('/rules', async (request, reply) => {
    const { today } = await momentOf(db, clock.now());
    const view = {
      ...{ today, editions: await allEditions(db), trouble: request.query.trouble },
      ...{ applies: await findEditionOn(db, today), referral: await findReferral(db) },
    };
    return html(reply, editionsPage(languageOf(request), view));
  });
  server.get<Query & { Params: { id: string } }>('/rules/:id', async (request, reply) => {
    const edition = await findEdition(db, request.params.id);
    if (!edition) return reply.callNotFound();
    const { today } = await momentOf(db, clock.now());
    const view = {
      ...{ edition, today, applies: await findEditionOn(db, today), trouble: request.query.trouble },
      trial: await tryEdition(db, edition, monthTo(today)),
    };
    return html(reply, editionPage(languageOf(request), view));
  });
  server.post<Form & { Params: { id: string } }>('/rules/:id/approve', async (request, reply) => {
    const { id } = request.params;
    if (!isOwnForm(request) || !(await findEdition(db, id))) return reply.callNotFound();
    const approval = { approver: request.body?.name, ...(await momentOf(db, clock.now())) };
    const trouble = await troubleOf(approveEdition(db, id, approval));
    return backTo(request, reply, `/rules/${encodeURIComponent(id)}`, trouble);
  });
  server.post<Form & { Params: { state: string } }>('/referral/:state', async (request, reply) => {
    const { state } = request.params;
    if (!isOwnForm(request) || (state !== 'on' && state !== 'off')) return reply.callNotFound();
    const { at } = await momentOf(db, clock.now());
    const trouble = await troubleOf(switchReferral(db, { isOn: state === 'on', by: request.body?.name, at }));
    // What has waited meanwhile, where the demo accepts automatically.
    if (state === 'off' && (await readConnection(db)).settlesByRule) await core.setRule(true);
    return backTo(request, reply, '/rules', trouble);
  });
};
