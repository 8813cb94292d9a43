import { loginCalls } from '@hofn/contracts';
import { parsePhone } from '@hofn/domain';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { errors } from 'oidc-provider';
import type { z } from 'zod';
import type { Connection } from '../accounts.ts';
import { textsFor } from '../pages/texts.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { signIn, storedName } from '../sign-in/sign-in.ts';
import { answerProblems, refuse } from './management.ts';
import { createOpening, type InteractionParts, type InteractionRequest, type Opened } from './opening.ts';

type Wanted = { interaction: string; connection: Connection };

const tooMany = (request: InteractionRequest, reply: FastifyReply, seconds: number) =>
  refuse(request, reply.header('retry-after', String(seconds)), {
    status: 429,
    errorCode: 'tooManyRequests',
  });

/** What is typed for a kennitala or a phone number and cannot be one. */
const misshapen = (request: InteractionRequest, reply: FastifyReply, field: 'ssn' | 'phone') => {
  const t = textsFor(request.headers['accept-language']?.slice(0, 2));
  const errors = { [field]: [field === 'ssn' ? t('auth|ssnShape') : t('auth|mobileShape')] };
  return refuse(request, reply, { status: 400, errorCode: 'validation', errors });
};

const ssnOf = (typed: string): string | undefined => {
  const ssn = storedName('customer', typed);
  return /^\d{10}$/.test(ssn) ? ssn : undefined;
};

/**
 * The calls that sign in without our pages (rules AUTH-10a to AUTH-10d). They go on with the interaction of the browser's
 * cookie, and use what the pages use, so that they count in the same limits.
 */
export const loginRoutes: FastifyPluginAsync<InteractionParts & { origins: readonly string[] }> = async (
  server,
  parts,
) => {
  const { current, issuer, origins, electronicId, letters } = parts;
  const opening = createOpening(parts);
  answerProblems(server, origins);

  /** A route whose body has the shape that its row in the contract says. */
  const take = <Body extends z.ZodType>(
    row: { path: string; body: Body },
    handle: (body: z.output<Body>, request: InteractionRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    server.post(row.path, async (request, reply) => {
      const parsed = row.body.safeParse(request.body);
      if (!parsed.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
      return handle(parsed.data, request as InteractionRequest, reply);
    });

  /**
   * The sign-in that the browser has under way; undefined once the request has been refused. Pages of other origins are:
   * they could sign a reader in as somebody else.
   */
  const openedFor = async (
    request: InteractionRequest,
    reply: FastifyReply,
    wanted: Wanted,
  ): Promise<Opened | undefined> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== new URL(issuer).origin) {
      await refuse(request, reply, { status: 403, errorCode: 'forbidden' });
      return undefined;
    }
    const opened = await opening.open(request, reply).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    const { uid, prompt } = opened?.interaction ?? {};
    const isWanted =
      uid === wanted.interaction && prompt?.name === 'login' && opened?.connection === wanted.connection;
    if (opened && isWanted) return opened;
    await refuse(request, reply, { status: 409, errorCode: 'signInOver' });
    return undefined;
  };

  const deviceOf = (request: InteractionRequest, reply: FastifyReply) =>
    knownDevice(current().createContext(request.raw, reply.raw).cookies);

  const byPassword = async (
    request: InteractionRequest,
    reply: FastifyReply,
    wanted: Wanted & { name: string; password: string },
  ) => {
    const opened = await openedFor(request, reply, wanted);
    if (!opened) return reply;
    const { connection, name, password } = wanted;
    const outcome = await signIn(parts, {
      connection,
      name,
      password,
      address: request.ip,
      device: deviceOf(request, reply),
    });
    if (outcome.signedIn) {
      const { sub } = outcome;
      return {
        redirectTo: await opening.settle(request, reply, opened, { sub, method: 'password', amr: ['pwd'] }),
      };
    }
    opening.noteRefusal(request, opened, { method: 'password', ...outcome });
    return outcome.reason === 'address'
      ? tooMany(request, reply, outcome.retryAfterSeconds)
      : refuse(request, reply, { status: 401, errorCode: 'wrongCredentials' });
  };

  take(loginCalls.loginPassword, async ({ interaction, ssn, password }, request, reply) => {
    const name = ssnOf(ssn);
    if (name === undefined) return misshapen(request, reply, 'ssn');
    return byPassword(request, reply, { interaction, connection: 'customer', name, password });
  });

  take(loginCalls.loginEmployee, async ({ interaction, username, password }, request, reply) => {
    const name = storedName('employee', username);
    return byPassword(request, reply, { interaction, connection: 'employee', name, password });
  });

  take(loginCalls.loginMobile, async (body, request, reply) => {
    const byPhone = 'phone' in body;
    const called = byPhone ? parsePhone(body.phone) : ssnOf(body.ssn);
    if (called === undefined) return misshapen(request, reply, byPhone ? 'phone' : 'ssn');
    const opened = await openedFor(request, reply, { interaction: body.interaction, connection: 'customer' });
    if (!opened) return reply;
    const { uid } = opened.interaction;
    const begun = await electronicId.begin({
      uid,
      method: byPhone ? 'mobile' : 'app',
      called,
      address: request.ip,
      device: deviceOf(request, reply),
      message: (code) => opened.frame.t('auth|eidMessage', { code }),
    });
    if (begun === 'called') {
      const call = await electronicId.look(uid);
      const pollUrl = new URL(`${opened.path}/electronic-id/state`, issuer).href;
      if (call) return { challengeCode: call.code, pollUrl };
    }
    opening.noteRefusal(request, opened, { method: 'electronic-id', reason: begun });
    if (begun === 'waits') return tooMany(request, reply, electronicId.shortestWaitSeconds);
    if (begun === 'pinLocked') return refuse(request, reply, { status: 409, errorCode: 'eidPinLocked' });
    reply.header('retry-after', '10');
    return refuse(request, reply, { status: 503, errorCode: 'eidSilent' });
  });

  take(loginCalls.requestCredentials, async (body, request, reply) => {
    const ssn = ssnOf(body.ssn);
    if (ssn === undefined) return misshapen(request, reply, 'ssn');
    const { language } = textsFor(request.headers['accept-language']?.slice(0, 2));
    const asked = await letters.ask({ ssn, address: request.ip, language });
    request.log.info({ audit: 'credentials asked for', address: request.ip, ...asked }, 'asked');
    return reply.code(202).type('application/json').send('null');
  });

  // A page of the portal asks for a letter from its own origin; the other calls are refused there.
  server.options(loginCalls.requestCredentials.path, async (request, reply) => {
    if (origins.includes(request.headers.origin ?? ''))
      reply
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type,accept-language')
        .header('access-control-max-age', '600');
    return reply.code(204).send();
  });
};
