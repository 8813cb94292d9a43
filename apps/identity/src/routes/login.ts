import { loginCalls } from '@hofn/contracts';
import { parsePhone } from '@hofn/domain';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { errors } from 'oidc-provider';
import type { z } from 'zod';
import type { Connection } from '../accounts.ts';
import { textsFor } from '../pages/texts.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { normalizeName, signIn } from '../sign-in/sign-in.ts';
import {
  createInteractions,
  type InteractionContext,
  type InteractionParts,
  type InteractionRequest,
} from './interaction-context.ts';
import { answerWithProblems, refuse } from './management.ts';

type ExpectedSignIn = { interaction: string; connection: Connection };

const refuseTooMany = (request: InteractionRequest, reply: FastifyReply, seconds: number) =>
  refuse(request, reply.header('retry-after', String(seconds)), {
    status: 429,
    errorCode: 'tooManyRequests',
  });

/** Refuses text that cannot be a kennitala or a phone number. */
const refuseMalformed = (request: InteractionRequest, reply: FastifyReply, field: 'ssn' | 'phone') => {
  const t = textsFor(request.headers['accept-language']?.slice(0, 2));
  const errors = { [field]: [field === 'ssn' ? t('auth|ssnShape') : t('auth|mobileShape')] };
  return refuse(request, reply, { status: 400, errorCode: 'validation', errors });
};

const ssnOf = (typed: string): string | undefined => {
  const ssn = normalizeName('customer', typed);
  return /^\d{10}$/.test(ssn) ? ssn : undefined;
};

/** Signs customers and employees in, in the interaction of the browser's cookie. */
const createSignIns = (parts: InteractionParts) => {
  const { current, issuer, electronicId } = parts;
  const interactions = createInteractions(parts);

  /**
   * The browser's open sign-in; undefined after answering with a refusal. Pages of other origins are refused: they could
   * sign the user in to somebody else's account.
   */
  const openExpected = async (
    request: InteractionRequest,
    reply: FastifyReply,
    expected: ExpectedSignIn,
  ): Promise<InteractionContext | undefined> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== new URL(issuer).origin) {
      await refuse(request, reply, { status: 403, errorCode: 'forbidden' });
      return undefined;
    }
    const context = await interactions.open(request, reply).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    const { uid, prompt } = context?.interaction ?? {};
    const matches =
      uid === expected.interaction && prompt?.name === 'login' && context?.connection === expected.connection;
    if (context && matches && !interactions.isElsewhere(context)) return context;
    await refuse(request, reply, { status: 409, errorCode: 'signInOver' });
    return undefined;
  };

  const deviceOf = (request: InteractionRequest, reply: FastifyReply) =>
    knownDevice(current().createContext(request.raw, reply.raw).cookies);

  const byPassword = async (
    request: InteractionRequest,
    reply: FastifyReply,
    expected: ExpectedSignIn & { name: string; password: string },
  ) => {
    const context = await openExpected(request, reply, expected);
    if (!context) return reply;
    const { connection, name, password } = expected;
    const outcome = await signIn(
      parts,
      {
        connection,
        name,
        password,
        address: request.ip,
        device: deviceOf(request, reply),
      },
      parts.addressFailures,
    );
    if (outcome.signedIn) {
      const { sub } = outcome;
      if (connection === 'employee')
        return { redirectTo: new URL(await interactions.acceptPassword(context, sub), issuer).href };
      return {
        redirectTo: await interactions.completeSignIn(request, reply, context, {
          sub,
          method: 'password',
          amr: ['pwd'],
        }),
      };
    }
    await interactions.logRefusal(request, context, { method: 'password', ...outcome });
    return outcome.reason === 'address'
      ? refuseTooMany(request, reply, outcome.retryAfterSeconds)
      : refuse(request, reply, { status: 401, errorCode: 'wrongCredentials' });
  };

  const byMobile = async (
    body: z.output<typeof loginCalls.loginMobile.body>,
    request: InteractionRequest,
    reply: FastifyReply,
  ) => {
    const byPhone = 'phone' in body;
    const called = byPhone ? parsePhone(body.phone) : ssnOf(body.ssn);
    if (called === undefined) return refuseMalformed(request, reply, byPhone ? 'phone' : 'ssn');
    const context = await openExpected(request, reply, {
      interaction: body.interaction,
      connection: 'customer',
    });
    if (!context) return reply;
    const { uid } = context.interaction;
    const outcome = await electronicId.begin({
      uid,
      method: byPhone ? 'mobile' : 'app',
      called,
      address: request.ip,
      device: deviceOf(request, reply),
      message: (code) => context.frame.t('auth|eidMessage', { code }),
    });
    if (outcome === 'called') {
      const call = await electronicId.check(uid);
      const pollUrl = new URL(`${context.path}/electronic-id/state`, issuer).href;
      if (call) return { challengeCode: call.code, pollUrl };
    }
    await interactions.logRefusal(request, context, { method: 'electronic-id', reason: outcome });
    if (outcome === 'tooManyAttempts') return refuseTooMany(request, reply, electronicId.shortestWaitSeconds);
    if (outcome === 'pinLocked') return refuse(request, reply, { status: 409, errorCode: 'eidPinLocked' });
    reply.header('retry-after', '10');
    return refuse(request, reply, { status: 503, errorCode: 'eidSilent' });
  };

  return { byPassword, byMobile };
};

/**
 * The calls that sign in without our pages (rules AUTH-10a to AUTH-10d). They continue the interaction of the browser's
 * cookie and share the pages' code, so that both count towards the same limits.
 */
export const signInRoutes: FastifyPluginAsync<InteractionParts & { origins: readonly string[] }> = async (
  server,
  parts,
) => {
  const { origins, letters } = parts;
  const signIns = createSignIns(parts);
  answerWithProblems(server, origins);

  /** A POST route whose body is validated against its contract row. */
  const postRoute = <Body extends z.ZodType>(
    row: { path: string; body: Body },
    handle: (body: z.output<Body>, request: InteractionRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    server.post(row.path, async (request, reply) => {
      const parsed = row.body.safeParse(request.body);
      if (!parsed.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
      return handle(parsed.data, request as InteractionRequest, reply);
    });

  postRoute(loginCalls.loginPassword, async ({ interaction, ssn, password }, request, reply) => {
    const name = ssnOf(ssn);
    if (name === undefined) return refuseMalformed(request, reply, 'ssn');
    return signIns.byPassword(request, reply, { interaction, connection: 'customer', name, password });
  });

  postRoute(loginCalls.loginEmployee, async ({ interaction, username, password }, request, reply) => {
    const name = normalizeName('employee', username);
    return signIns.byPassword(request, reply, { interaction, connection: 'employee', name, password });
  });

  postRoute(loginCalls.loginMobile, signIns.byMobile);

  postRoute(loginCalls.requestCredentials, async (body, request, reply) => {
    const ssn = ssnOf(body.ssn);
    if (ssn === undefined) return refuseMalformed(request, reply, 'ssn');
    const { language } = textsFor(request.headers['accept-language']?.slice(0, 2));
    const result = await letters.request({ ssn, address: request.ip, language });
    request.log.info(
      { audit: 'credentials asked for', address: request.ip, ...result },
      'password letter requested',
    );
    return reply.code(202).type('application/json').send('null');
  });

  // The portal requests letters from its own origin; it may not make the other calls.
  server.options(loginCalls.requestCredentials.path, async (request, reply) => {
    if (origins.includes(request.headers.origin ?? ''))
      reply
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type,accept-language')
        .header('access-control-max-age', '600');
    return reply.code(204).send();
  });
};
