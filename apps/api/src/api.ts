import { calls } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Limits } from '@hofn/service';
import { databaseHealth } from '@hofn/service/database-health.ts';
import {
  createServiceTokenCheck,
  createTokenCheck,
  type IdentityKeys,
  tokenRulesOf,
} from '@hofn/service/tokens.ts';
import type { FastifyInstance } from 'fastify';
import { type Feature, handlersOf } from './feature.ts';
import { features as allFeatures } from './features.ts';
import { createActorStore } from './platform/actor-store.ts';
import { audit } from './platform/audit.ts';
import { registerBodyParsers } from './platform/body.ts';
import { createCallerCheck, serviceCaller } from './platform/caller.ts';
import { errorResponses } from './platform/error-responses.ts';
import { Fault } from './platform/fault.ts';
import { createRateCheck, memoryCounter } from './platform/limits.ts';
import { registerDocumentation } from './platform/openapi.ts';
import { createOriginCheck } from './platform/origin.ts';
import { type RequestGuard, registerCalls } from './platform/registrar.ts';
import { sharedCounter } from './platform/shared-counter.ts';
import { isVisitToken } from './platform/visits.ts';
import type { Services } from './services.ts';
import { createViewStore } from './views/store.ts';

/** What the API is built from. */
export type ApiParts = {
  services: Services;
  /** The identity provider's public keys. */
  keys: IdentityKeys;
  /** The identity provider's clock, when it differs from ours: in the demo, whose clock can be set forward. */
  identityClock?: Clock;
  limits?: Partial<Limits>;
  /** By default all; tests add acts of their own. */
  features?: readonly Feature[];
};

const createGuard = ({ services, keys, identityClock = services.clock }: ApiParts): RequestGuard => {
  const { db, clock, sharedClock, settings, visits, tenMinutes } = services;
  const { IDENTITY_ISSUER: issuer } = settings;
  const checkToken = createTokenCheck({
    keys,
    issuer,
    audience: settings.API_AUDIENCE,
    clock: identityClock,
    ...tokenRulesOf(settings),
  });
  const checkService = createServiceTokenCheck({
    keys,
    issuer,
    audience: settings.CORE_AUDIENCE,
    clock: identityClock,
  });
  const checkCaller = createCallerCheck(createActorStore(db), clock, identityClock);
  const rates = {
    read: settings.RATE_READ,
    write: settings.RATE_WRITE,
    costly: settings.RATE_COSTLY,
    upload: settings.RATE_UPLOAD,
    form: settings.RATE_FORM,
    'sign-in': settings.RATE_SIGN_IN,
    core: settings.RATE_CORE,
  };
  const counters = { own: memoryCounter(), shared: sharedCounter(db) };
  return {
    authenticate: async (token, expectedSubject, viewedCustomer) => {
      if (token === undefined) return { kind: 'anonymous' };
      if (!isVisitToken(token)) return checkCaller(await checkToken(token), expectedSubject, viewedCustomer);
      const context = await visits.check(token);
      if (!context) throw new Fault('unauthenticated');
      return { kind: 'visitor', context };
    },
    authenticateService: async (token) =>
      token === undefined ? { kind: 'anonymous' } : serviceCaller(await checkService(token)),
    recordStaffRead: async (request, context, call, target) => {
      const { subject, view } = context;
      if (!view) return;
      await db.transaction(async (tx) => {
        const at = clock.now().toISOString();
        await createViewStore(tx).recordRead(subject, view.id, call, target ?? null, at);
        const facts = { call, view: view.id, ...(target !== undefined && { object: { item: target } }) };
        await audit(tx, request, context, 'staff.read', facts);
      });
    },
    count: createRateCheck(rates, counters, sharedClock, tenMinutes.wait),
    ownOrigin: createOriginCheck(settings.API_ORIGINS),
  };
};

/**
 * Creates the API: a server with a route for every call of the contract it serves, ready to listen.
 * @throws Error when the handlers of the features do not match the contract
 */
export const createApi = async (parts: ApiParts): Promise<FastifyInstance> => {
  const { services, keys, limits, features = allFeatures } = parts;
  const { database, clock, logger, settings } = services;
  const server = createServer({
    name: 'api',
    logger,
    clock,
    faults: errorResponses,
    trustProxy: settings.API_TRUSTED_PROXIES,
    ...databaseHealth(database),
    ...(keys.known && { startParts: { identity: keys.known } }),
    limits: { requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
  });
  registerBodyParsers(server);
  registerDocumentation(server, settings.IDENTITY_ISSUER);
  const handlers = handlersOf(features, services);
  const guard = createGuard(parts);
  server.after(() => registerCalls(server, calls, handlers, guard));
  await server.ready();
  return server;
};
