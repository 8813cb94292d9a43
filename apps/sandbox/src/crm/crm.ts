import { readFileSync } from 'node:fs';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import { readMultipart } from '@hofn/service/multipart.ts';
import { frame, type LanguageQuery, languageOf, sendPage, style } from '@hofn/service/pages.ts';
import { formatDateTime, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { texts } from '../texts.ts';

export type CrmParts = {
  settings: Pick<Settings, 'CRM_ORG_ID'>;
  logger: Logger;
  clock: Clock;
};

/** A received case, with its fields in the order sent. */
type Case = { receivedAt: Date; fields: [name: string, value: string][] };

const maxCases = 200;

const section = (language: Language, { receivedAt, fields }: Case): string => {
  const subject = fields.find(([name]) => name === 'subject')?.[1] ?? '';
  const facts = fields
    .filter(([name, value]) => name !== 'subject' && value !== '')
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<section><h2>${escapeHtml(subject)}</h2><p>${formatDateTime(language, receivedAt)}</p><dl>${facts.join('')}</dl></section>`;
};

/**
 * Simulates a CRM system: `POST /servlet/servlet.WebToCase` accepts a case as multipart, and the page at `/` lists the
 * newest. Like the real endpoint it answers 200 to cases of unknown organizations, and drops them.
 */
export const createCrm = ({ settings, logger, clock }: CrmParts): FastifyInstance => {
  const cases: Case[] = [];
  const server = createServer({
    name: 'crm',
    logger,
    clock,
    headers: {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], styleSrc: ["'self'"], baseUri: ["'none'"] },
      },
    },
  });
  const tokens = readFileSync(new URL(import.meta.resolve('@hofn/ui/tokens.css')), 'utf8');

  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      readMultipart(Uint8Array.from(body), request.headers['content-type'] ?? ''),
  );
  server.post<{ Body: Awaited<ReturnType<typeof readMultipart>> }>(
    '/servlet/servlet.WebToCase',
    async ({ body }, reply) => {
      if (!body) return reply.code(400).send();
      const { orgid, ...rest } = body;
      if (orgid !== settings.CRM_ORG_ID) {
        logger.warn({ orgid }, 'case of an unknown organization dropped');
        return reply.send();
      }
      const fields = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
      cases.unshift({ receivedAt: clock.now(), fields });
      cases.splice(maxCases);
      return reply.send();
    },
  );
  server.get('/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(`${tokens}${style}dd { white-space: pre-wrap; }\n`),
  );
  server.get<LanguageQuery>('/', (request, reply) => {
    const language = languageOf(request);
    const t = texts[language];
    const list = cases.map((item) => section(language, item)).join('');
    return sendPage(
      reply,
      frame(language, t('crm|title'), '/', `<p>${t('crm|lead')}</p>${list || `<p>${t('crm|none')}</p>`}`),
    );
  });
  return server;
};
