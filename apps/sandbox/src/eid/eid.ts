import { readFileSync } from 'node:fs';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger } from '@hofn/service';
import { acceptForms, type LanguageQuery, languageOf, pageHeaders, sendPage } from '@hofn/service/pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { openAuthority, type Person } from './authority.ts';
import { registerAuthority } from './authority-routes.ts';
import { markOf, phonePage, script, style } from './pages.ts';
import { registerProtocol } from './protocol.ts';
import { createRequests, type PhoneRequest } from './requests.ts';

export type EidParts = {
  settings: Pick<Settings, 'EID_CLIENT_ID' | 'EID_CLIENT_SECRET' | 'EID_FOLDER' | 'EID_SECONDS'>;
  logger: Logger;
  clock: Clock;
  /** Everybody with an electronic ID. */
  people: readonly Person[];
};

type Answer = LanguageQuery & { Params: { id: string; act: string } };
const answers = { confirm: 'confirmed', refuse: 'refused' } as const;

/**
 * Simulates electronic ID: the service, a page in place of people's phones, a time stamp authority (`POST /tsa`, RFC
 * 3161), and the status of certificates (`POST /ocsp`, RFC 6960, and `GET /crl/…`). Requests and revocations are in memory,
 * the root in EID_FOLDER.
 */
export const createEid = async ({ settings, logger, clock, people }: EidParts) => {
  const authority = await openAuthority(settings.EID_FOLDER, clock);
  const requests = createRequests(clock, settings.EID_SECONDS);
  const server: FastifyInstance = createServer({
    name: 'eid',
    logger,
    clock,
    // Runs next to everything else on one machine: never shed load.
    limits: { eventLoopDelayMs: 0 },
    headers: pageHeaders,
  });
  acceptForms(server);
  registerAuthority(server, { authority, clock });
  registerProtocol(server, { settings, authority, requests, people });

  const answer = (request: PhoneRequest, act: keyof typeof answers) => {
    requests.answer(request, answers[act]);
    logger.info({ state: requests.stateOf(request) }, 'answered on the phone');
  };
  const acts: Readonly<Record<string, (request: PhoneRequest) => void>> = {
    confirm: (request) => answer(request, 'confirm'),
    refuse: (request) => answer(request, 'refuse'),
    revoke: ({ person }) => authority.revoke(person.ssn),
    restore: ({ person }) => authority.restore(person.ssn),
  };
  const requestStates = () =>
    requests.all().map((request) => ({
      request,
      state: requests.stateOf(request),
      isRevoked: authority.isRevoked(request.person.ssn),
    }));
  const css = readFileSync(new URL(import.meta.resolve('@hofn/ui/tokens.css')), 'utf8') + style;

  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  server.get('/phone.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  server.get('/mark', { config: { quiet: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(markOf(requestStates())),
  );
  server.get<LanguageQuery>('/', (request, reply) =>
    sendPage(reply.header('cache-control', 'no-store'), phonePage(languageOf(request), requestStates())),
  );
  server.post<Answer>('/requests/:id/:act', (request, reply) => {
    // CSRF protection.
    const from = request.headers['sec-fetch-site'] ?? 'same-origin';
    const { id, act } = request.params;
    const pending = requests.find(id);
    const perform = Object.hasOwn(acts, act) ? acts[act] : undefined;
    if (!pending || !perform || from !== 'same-origin') return reply.callNotFound();
    perform(pending);
    return reply.redirect(`/?lang=${languageOf(request)}`, 303);
  });
  return {
    server,
    /** Confirms all waiting requests of a person, as on their phone. */
    confirm: (ssn: string): void => {
      for (const request of requests.all()) if (request.person.ssn === ssn) answer(request, 'confirm');
    },
  };
};
