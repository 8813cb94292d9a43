import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Settings } from '../settings.ts';
import type { Authority, Person } from './authority.ts';
import { oid, signCms } from './cms.ts';
import type { PhoneRequest, PhoneRequests } from './requests.ts';

type ProtocolParts = {
  settings: Pick<Settings, 'EID_CLIENT_ID' | 'EID_CLIENT_SECRET'>;
  authority: Authority;
  requests: PhoneRequests;
  people: readonly Person[];
};

/** What a caller fills in, in this order. */
const prompts = [
  'Client ID',
  'Related party',
  'Application title',
  'Phone number or national ID',
  'Message',
  'Show three codes',
  'Confirm message',
  'Hash',
  'Authenticator',
] as const;

const nameCallback = (prompt: string, n: number) => ({
  type: 'NameCallback',
  output: [{ name: 'prompt', value: prompt }],
  input: [{ name: `IDToken${n + 1}`, value: '' }],
});
const polling = [
  { type: 'PollingWaitCallback', output: [{ name: 'waitTime', value: '2000' }], input: [] as object[] },
];

const authenticate = z.object({
  authId: z.string().max(200).optional(),
  callbacks: z
    .array(
      z.object({ type: z.string(), input: z.array(z.object({ value: z.string().max(1000) })).default([]) }),
    )
    .max(20)
    .default([]),
});
const filled = z.tuple([
  z.string(),
  z.string(),
  z.string().min(1),
  z.string().regex(/^(\d{7}|\d{10})$/),
  z.string().min(1).max(200),
  z.enum(['true', 'false']),
  z.enum(['true', 'false']),
  z.base64().transform((text) => Uint8Array.from(Buffer.from(text, 'base64'))),
  z.enum(['sim', 'app']),
]);
const authorize = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  scope: z
    .string()
    .regex(/\bopenid\b/)
    .regex(/\bsignature\b/),
  redirect_uri: z.url(),
  state: z.string().min(1),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.literal('S256'),
});
const exchange = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string(),
});

const equal = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};
const random = () => randomBytes(24).toString('base64url');

/** Keeps the newest few hundred things by a key that nobody guesses. */
const keptByKey = <Value>() => {
  const kept = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => kept.get(key),
    take: (key: string): Value | undefined => {
      const value = kept.get(key);
      kept.delete(key);
      return value;
    },
    put: (value: Value): string => {
      const key = random();
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > 500 && oldest !== undefined) kept.delete(oldest);
      return key;
    },
  };
};

/**
 * The service's half of signing by electronic ID, in six steps: ask what to fill in, fill it in, poll until the phone has
 * answered, and then fetch the signature as OpenID Connect does (authorize, access_token, userinfo).
 */
export const registerProtocol = (server: FastifyInstance, parts: ProtocolParts): void => {
  const { settings, authority, requests, people } = parts;
  /** Talks by `authId`; one has no request until its callbacks were filled in. */
  const talks = keptByKey<{ request?: PhoneRequest }>();
  const sessions = keptByKey<PhoneRequest>();
  const codes = keptByKey<{ request: PhoneRequest; challenge: string; redirect: string }>();
  const tokens = keptByKey<PhoneRequest>();

  const refuse = (reply: FastifyReply, errorCode: string) =>
    reply
      .code(401)
      .send({ code: 401, reason: 'Unauthorized', message: 'Login failure', detail: { errorCode } });
  const badRequest = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

  /** What a caller filled in, or why it is not taken. */
  const requestOf = (values: readonly string[]): PhoneRequest | 'badRequest' | 'noCertificate' => {
    const given = filled.safeParse(values);
    if (!given.success || given.data[7].length !== 32) return 'badRequest';
    const [clientId, , , called, message, , , sha256, method] = given.data;
    if (clientId !== settings.EID_CLIENT_ID) return 'badRequest';
    const person = people.find(({ ssn, mobilePhone }) => (method === 'sim' ? mobilePhone : ssn) === called);
    return person ? requests.add({ person, method, message, sha256 }) : 'noCertificate';
  };

  const path = '/sso/json/realms/root/realms/audkenni/authenticate';
  server.post(path, async ({ body }, reply) => {
    const asked = authenticate.safeParse(body ?? {});
    if (!asked.success) return badRequest(reply, 'bad_request');
    const { authId, callbacks } = asked.data;
    if (authId === undefined) return { authId: talks.put({}), callbacks: prompts.map(nameCallback) };
    const talk = talks.get(authId);
    if (!talk) return refuse(reply, 'unknownTalk');
    if (!talk.request) {
      const made = requestOf(callbacks.map(({ input }) => input[0]?.value ?? ''));
      if (made === 'badRequest') return badRequest(reply, 'bad_request');
      if (made === 'noCertificate') return refuse(reply, made);
      talk.request = made;
    }
    const state = requests.stateOf(talk.request);
    if (state === 'waiting') return { authId, callbacks: polling };
    if (state !== 'confirmed') return refuse(reply, state === 'refused' ? 'cancelled' : 'expired');
    return { tokenId: sessions.put(talk.request), successUrl: '/sso/console', realm: '/audkenni' };
  });

  const oauth = '/sso/oauth2/realms/root/realms/audkenni';
  server.get(`${oauth}/authorize`, async ({ query, headers }, reply) => {
    const asked = authorize.safeParse(query);
    if (!asked.success || asked.data.client_id !== settings.EID_CLIENT_ID)
      return badRequest(reply, 'invalid_request');
    const [, session = ''] = /(?:^|; )audssossotoken=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
    const request = sessions.get(session);
    const { redirect_uri: redirect, state, code_challenge: challenge } = asked.data;
    const answer = new URLSearchParams(
      request
        ? { code: codes.put({ request, challenge, redirect }), state }
        : { error: 'login_required', state },
    );
    return reply.redirect(`${redirect}?${answer}`, 302);
  });

  server.post(`${oauth}/access_token`, async ({ body }, reply) => {
    const asked = exchange.safeParse(body);
    if (!asked.success) return badRequest(reply, 'invalid_request');
    const { client_id: id, client_secret: secret, code, code_verifier: verifier, redirect_uri } = asked.data;
    const known = settings.EID_CLIENT_SECRET !== '' && equal(secret, settings.EID_CLIENT_SECRET);
    if (!known || id !== settings.EID_CLIENT_ID) return reply.code(401).send({ error: 'invalid_client' });
    const given = codes.take(code);
    if (given?.redirect !== redirect_uri || given.challenge !== hash('sha256', verifier, 'base64url'))
      return badRequest(reply, 'invalid_grant');
    return {
      access_token: tokens.put(given.request),
      token_type: 'Bearer',
      expires_in: 60,
      scope: 'openid profile signature',
    };
  });

  server.route({
    method: ['GET', 'POST'],
    url: `${oauth}/userinfo`,
    handler: async ({ headers }, reply) => {
      const request = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
      if (!request) return reply.code(401).send({ error: 'invalid_token' });
      const { person, sha256 } = request;
      const identity = await authority.identityOf(person);
      const certificates = [identity.certificate, ...authority.chain];
      const signature = await signCms({ type: oid.data, sha256 }, identity, certificates);
      const base64 = (value: { toBER(): ArrayBuffer }) => Buffer.from(value.toBER()).toString('base64');
      return {
        sub: hash('sha256', person.ssn),
        name: person.name,
        nationalRegisterId: person.ssn,
        certificate: base64(identity.certificate.toSchema()),
        signature: base64(signature.toSchema()),
      };
    },
  });
};
