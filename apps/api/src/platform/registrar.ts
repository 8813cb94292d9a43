import {
  type Call,
  type Calls,
  type ErrorCode,
  errorCodes,
  subjectHeader,
  viewHeader,
  type Who,
} from '@hofn/contracts';
import { addressKey } from '@hofn/service/address.ts';
import { TokenRefused } from '@hofn/service/tokens.ts';
import type { Language } from '@hofn/texts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySerializerCompiler,
  HTTPMethods,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  type Caller,
  type RequestContext,
  refusal,
  requireFreshSignIn,
  type ServiceClient,
  type VisitContext,
} from './authorization.ts';
import { bytesType } from './body.ts';
import { bearerOf } from './caller.ts';
import { descriptionOf, errorResponses, securityOf } from './described-call.ts';
import { Fault, type FieldFault } from './fault.ts';
import { type FileType, fileTypeOf } from './file-response.ts';
import { languageOf } from './language.ts';
import { isVisitToken } from './visits.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;

/** Actor and subject, or the calling system, as far as the row's `who` has them. */
type ContextOf<W extends Who> = W extends { kind: 'visitor' }
  ? { context: VisitContext }
  : W extends { kind: 'customer'; visitors: true }
    ? { context: RequestContext | VisitContext }
    : W extends { kind: 'customer' }
      ? { context: RequestContext }
      : W extends { kind: 'service' }
        ? { client: ServiceClient }
        : Record<never, never>;

/** What a handler is given: input as its schemas have parsed it, the reader's language and, for authenticated calls, whose data. */
export type CallInput<Row extends Call> = {
  params: Parsed<Row['params']>;
  query: Parsed<Row['query']>;
  body: Row extends { bytes: number } ? Uint8Array : Parsed<Row['body']>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
} & ContextOf<Row['who']> &
  // The type of file that the caller prefers to JSON.
  (Row extends { files: true } ? { fileType: FileType | undefined } : Record<never, never>);

type Answer<Row extends Call> = z.output<Row['response']> | undefined;

/** Answers one call of the contract. A handler that has ended the reply itself (304, a file) gives `undefined`. */
export type Handler<Row extends Call> = (asked: CallInput<Row>) => Promise<Answer<Row>> | Answer<Row>;

type Named<Rows, Service> = {
  [Name in keyof Rows]: Rows[Name] extends { service: Service } ? Name : never;
}[keyof Rows];

/** A handler for every row that the API answers. */
export type Handlers<Rows extends Record<string, Call>> = {
  [Name in Named<Rows, 'api'>]: Handler<Rows[Name]>;
};
export type ApiHandlers = Handlers<Calls>;

/** The subject that the page names; undefined for calls about the actor. */
const expectedSubjectOf = (request: FastifyRequest, { who }: Call): string | undefined => {
  const header = request.headers[subjectHeader];
  const isOfActor = who.kind === 'customer' && who.about === 'actor';
  return typeof header === 'string' && !isOfActor ? header : undefined;
};

/** The kennitala of the customer that a staff member views; ignored by calls that are about no customer. */
const viewedCustomerOf = (request: FastifyRequest, { who }: Call): string | undefined => {
  const header = request.headers[viewHeader];
  return typeof header === 'string' && who.kind === 'customer' ? header : undefined;
};

/** Checks before every call. */
export type RequestGuard = {
  /** The caller of a token; with the subject they name, and the customer that a staff member views. */
  authenticate(token: string | undefined, expectedSubject?: string, viewedCustomer?: string): Promise<Caller>;
  /** The calling system of a token (rule CORE-1). */
  authenticateService(token: string | undefined): Promise<Caller>;
  /** Records that a staff member reads a customer's data (rule STAFF-3). */
  recordStaffRead(
    request: FastifyRequest,
    context: RequestContext,
    call: string,
    target: string | undefined,
  ): Promise<void>;
  /** Counts the call. @returns seconds to wait, by all limits of the call, 0 when within them */
  count(rate: Call['rate'], caller: string, inTenMinutes?: Call['inTenMinutes']): Promise<number>;
  /** Whether a write comes from one of our own pages. */
  ownOrigin(request: FastifyRequest): boolean;
};

const json = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the call in the contract. */
    call?: string;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    fileType: FileType | undefined;
  }
}

/** Whether the caller's request is at fault, and not one of our services. */
const isCallersFault = (error: unknown): boolean =>
  error instanceof TokenRefused || (error instanceof Fault && errorCodes[error.code].status < 500);

/** Who a call is counted for, besides addresses. */
const idOf = (caller: Caller): string | undefined => {
  if (caller.kind === 'customer') return caller.context.actor.id;
  if (caller.kind === 'employee') return caller.id;
  return caller.kind === 'service' ? caller.clientId : undefined;
};

/** Names the scope that a system lacks. */
const missingScope = (refused: ErrorCode, { who }: Call): FieldFault[] =>
  refused === 'scopeMissing' && who.kind === 'service'
    ? [{ path: 'scope', reason: refused, literal: who.scope }]
    : [];

/** Notes the customer whose token a public call carries. */
const noteCustomer = async (request: FastifyRequest, guard: RequestGuard): Promise<void> => {
  const token = bearerOf(request.headers.authorization);
  if (token === undefined || isVisitToken(token)) return;
  try {
    const caller = await guard.authenticate(token);
    if (caller.kind === 'customer') request.caller = caller;
  } catch (error) {
    // What was written is not lost because a session has ended.
    if (!isCallersFault(error)) throw error;
  }
};

const authorize = (row: Call, guard: RequestGuard) => async (request: FastifyRequest) => {
  // No id has a NUL, and the database accepts none.
  const given = Object.values(request.params as Record<string, string>);
  if (given.some((value) => value.includes('\0'))) throw new Fault('notFound');
  // Systems send no cookie, and a page of another origin has none of their tokens.
  const isOfService = row.who.kind === 'service';
  if (row.method !== 'GET' && !isOfService && !guard.ownOrigin(request))
    throw new Fault('forbidden', { kind: 'cors' });
  const address = addressKey(request.ip);
  // Files cost more than JSON.
  if (row.files) request.fileType = fileTypeOf(request.headers.accept);
  const rate = request.fileType ? 'costly' : row.rate;
  const limited = async (caller: string) => {
    const wait = await guard.count(rate, caller, row.inTenMinutes);
    if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
  };
  if (row.who.kind === 'public') {
    await limited(address);
    if (row.notesCustomer) await noteCustomer(request, guard);
    return;
  }
  // Looking up a visit token costs a query: count the call first, so that guessing is limited.
  const token = bearerOf(request.headers.authorization);
  const isVisit = token !== undefined && isVisitToken(token);
  if (isVisit) await limited(address);
  let caller: Caller;
  try {
    caller = isOfService
      ? await guard.authenticateService(token)
      : await guard.authenticate(token, expectedSubjectOf(request, row), viewedCustomerOf(request, row));
  } catch (error) {
    // Invalid tokens count against their address; failures of our own do not.
    if (!isVisit && isCallersFault(error)) await limited(address);
    throw error;
  }
  if (!isVisit) await limited(idOf(caller) ?? address);
  const refused = refusal(row.who, caller, row.method !== 'GET');
  if (refused) throw new Fault(refused, { fields: missingScope(refused, row) });
  if (row.needsFreshSignIn === true && caller.kind === 'customer') requireFreshSignIn(caller.context);
  request.caller = caller;
};

/** Records a read by staff, after the request was validated and before it is answered. */
const recordRead = (name: string, guard: RequestGuard) => async (request: FastifyRequest) => {
  const { caller } = request;
  if (caller?.kind !== 'employee' || !caller.context) return;
  const [target] = Object.values(request.params as Record<string, string>);
  await guard.recordStaffRead(request, caller.context, name, target);
};

/**
 * Sends only what the contract declares: checks an answer and drops its other fields. `fastify-type-provider-zod` encodes
 * instead, which checks an answer twice. The result is the same for answers, which have no codecs, except that a missing
 * field with a default gets it.
 */
const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (answer) => {
    const checked = schema.safeParse(answer);
    if (checked.success) return JSON.stringify(checked.data);
    throw new Error(`The answer of ${method} ${url} violates the contract`, { cause: checked.error });
  };

/** Path of a row in the router's notation: `{id}` is `:id`. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Registers a route for every row that the API answers. Rows and handlers must match one to one.
 * @throws Error naming the call that has no handler, or the handler that has no row
 */
export const registerCalls = (
  server: FastifyInstance,
  rows: Record<string, Call>,
  declared: Record<string, unknown>,
  guard: RequestGuard,
): void => {
  // Each handler is typed by its row where its feature declares it; a single row's types are lost here.
  const handlers = declared as Record<string, Handler<Call>>;
  const own = Object.entries(rows).filter(([, row]) => row.service === 'api');
  for (const [name] of own) {
    if (!Object.hasOwn(handlers, name)) throw new Error(`The call ${name} of the contract has no handler.`);
  }
  for (const name of Object.keys(handlers)) {
    if (!own.some(([row]) => row === name))
      throw new Error(`The handler ${name} answers no call of the contract.`);
  }

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('fileType', undefined);
  // Deny by default: a route under /api that is no row of the contract stops the start.
  server.addHook('onRoute', ({ url, config }) => {
    const named = config?.call !== undefined || config?.quiet;
    if (
      url.startsWith('/api') &&
      !named &&
      !/^\/api\/(core\/)?(docs|(openapi|asyncapi)\.json)(\/|$)/.test(url)
    ) {
      throw new Error(`The route ${url} is no call of the contract.`);
    }
  });

  for (const [name, row] of own) {
    const handler = handlers[name];
    if (!handler) continue;
    const status = row.status ?? 200;
    server.route({
      method: row.method,
      url: routePath(row.path),
      config: {
        call: name,
        multipart: row.multipart ?? false,
        ...(row.waitSeconds !== undefined && { waitMs: row.waitSeconds * 1000, lane: 'waiting' }),
      },
      ...(row.bytes && { bodyLimit: row.bytes }),
      schema: {
        operationId: name,
        summary: row.summary,
        tags: [row.path.split('/')[2] ?? 'api'],
        ...(row.multipart && { consumes: ['multipart/form-data'] }),
        security: securityOf(row),
        ...descriptionOf(row),
        ...(row.params && { params: row.params }),
        ...(row.query && { querystring: row.query }),
        ...(row.body && { body: row.body }),
        ...(row.bytes && { consumes: [bytesType] }),
        response: { [status]: row.response, ...errorResponses(row) },
      },
      onRequest: authorize(row, guard),
      preParsing: (request, _reply, _payload, done) => {
        const isBytes = request.headers['content-type']?.split(';', 1)[0]?.trim() === bytesType;
        done(isBytes === (row.bytes !== undefined) ? null : new Fault('unsupportedType'));
      },
      preHandler: recordRead(name, guard),
      handler: async (request, reply) => {
        const { caller } = request;
        if (row.who.kind !== 'public') reply.header('cache-control', 'no-store');
        const answer = await handler({
          params: request.params as CallInput<Call>['params'],
          query: request.query as CallInput<Call>['query'],
          body: request.body as CallInput<Call>['body'],
          language: languageOf(request.headers['accept-language']),
          ...(row.files && { fileType: request.fileType }),
          request,
          reply,
          // The guard admits nobody to a customer's call without a context.
          ...(caller && 'context' in caller && { context: caller.context }),
          ...(caller?.kind === 'service' && { client: caller }),
        });
        // A stream is on its way, but `reply.sent` is false until it ends.
        if (reply.sent || row.download) return reply;
        // Fastify sends an empty body for `null`, which is a valid answer here.
        if (answer === null && status !== 204) return reply.code(status).type(json).send('null');
        return reply.code(status).send(status === 204 ? undefined : answer);
      },
    });
  }

  // 405 for other methods of a known path.
  const methodsByPath = Map.groupBy(own, ([, row]) => routePath(row.path));
  for (const [url, calls] of methodsByPath) {
    const allowed = calls.flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = server.supportedMethods.filter((method) => !allowed.includes(method));
    server.route({
      method: others as HTTPMethods[],
      url,
      config: { quiet: true },
      schema: { hide: true },
      handler: (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new Fault('methodNotAllowed');
      },
    });
  }
};
