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

/** Prompts for the caller, in this order. */
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
const promptValues = z.tuple([
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
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
const random = () => randomBytes(24).toString('base64url');

/** Keeps the newest 500 values under unguessable keys. */
const createKeyedStore = <Value>() => {
  const values = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => values.get(key),
    take: (key: string): Value | undefined => {
      const value = values.get(key);
      values.delete(key);
      return value;
    },
    put: (value: Value): string => {
      const key = random();
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > 500 && oldest !== undefined) values.delete(oldest);
      return key;
    },
  };
};

/**
 * The service side of signing by electronic ID, in six steps: get the prompts, answer them, poll until the phone has
 * answered, then fetch the signature by OpenID Connect (authorize, access_token, userinfo).
 */
export const registerProtocol = (server: FastifyInstance, parts: ProtocolParts): void => {
  const { settings, authority, requests, people } = parts;
  /** Dialogues by `authId`; they have no request until the prompts are answered. */
  const dialogues = createKeyedStore<{ request?: PhoneRequest }>();
  const sessions = createKeyedStore<PhoneRequest>();
  const codes = createKeyedStore<{ request: PhoneRequest; challenge: string; redirect: string }>();
  const tokens = createKeyedStore<PhoneRequest>();

  const refuse = (reply: FastifyReply, errorCode: string) =>
    reply
      .code(401)
      .send({ code: 401, reason: 'Unauthorized', message: 'Login failure', detail: { errorCode } });
  const badRequest = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

  /** Creates the phone request from the prompt values, or returns why it is refused. */
  const requestOf = (values: readonly string[]): PhoneRequest | 'badRequest' | 'noCertificate' => {
    const parsed = promptValues.safeParse(values);
    if (!parsed.success || parsed.data[7].length !== 32) return 'badRequest';
    const [clientId, , , called, message, , , sha256, method] = parsed.data;
    if (clientId !== settings.EID_CLIENT_ID) return 'badRequest';
    const person = people.find(({ ssn, mobilePhone }) => (method === 'sim' ? mobilePhone : ssn) === called);
    return person ? requests.add({ person, method, message, sha256 }) : 'noCertificate';
  };

  const path = '/sso/json/realms/root/realms/audkenni/authenticate';
  server.post(path, async ({ body }, reply) => {
    const parsed = authenticate.safeParse(body ?? {});
    if (!parsed.success) return badRequest(reply, 'bad_request');
    const { authId, callbacks } = parsed.data;
    if (authId === undefined) return { authId: dialogues.put({}), callbacks: prompts.map(nameCallback) };
    const dialogue = dialogues.get(authId);
    if (!dialogue) return refuse(reply, 'unknownTalk');
    if (!dialogue.request) {
      const created = requestOf(callbacks.map(({ input }) => input[0]?.value ?? ''));
      if (created === 'badRequest') return badRequest(reply, 'bad_request');
      if (created === 'noCertificate') return refuse(reply, created);
      dialogue.request = created;
    }
    const state = requests.stateOf(dialogue.request);
    if (state === 'waiting') return { authId, callbacks: polling };
    if (state !== 'confirmed') return refuse(reply, state === 'refused' ? 'cancelled' : 'expired');
    return { tokenId: sessions.put(dialogue.request), successUrl: '/sso/console', realm: '/audkenni' };
  });

  const oauth = '/sso/oauth2/realms/root/realms/audkenni';
  server.get(`${oauth}/authorize`, async ({ query, headers }, reply) => {
    const parsed = authorize.safeParse(query);
    if (!parsed.success || parsed.data.client_id !== settings.EID_CLIENT_ID)
      return badRequest(reply, 'invalid_request');
    const [, session = ''] = /(?:^|; )audssossotoken=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
    const request = sessions.get(session);
    const { redirect_uri: redirect, state, code_challenge: challenge } = parsed.data;
    const answer = new URLSearchParams(
      request
        ? { code: codes.put({ request, challenge, redirect }), state }
        : { error: 'login_required', state },
    );
    return reply.redirect(`${redirect}?${answer}`, 302);
  });

  server.post(`${oauth}/access_token`, async ({ body }, reply) => {
    const parsed = exchange.safeParse(body);
    if (!parsed.success) return badRequest(reply, 'invalid_request');
    const { client_id: id, client_secret: secret, code, code_verifier: verifier, redirect_uri } = parsed.data;
    const isSecretValid = settings.EID_CLIENT_SECRET !== '' && equal(secret, settings.EID_CLIENT_SECRET);
    if (!isSecretValid || id !== settings.EID_CLIENT_ID)
      return reply.code(401).send({ error: 'invalid_client' });
    const grant = codes.take(code);
    if (grant?.redirect !== redirect_uri || grant.challenge !== hash('sha256', verifier, 'base64url'))
      return badRequest(reply, 'invalid_grant');
    return {
      access_token: tokens.put(grant.request),
      token_type: 'Bearer',
      expires_in: 60,
      scope: 'openid profile signature',
    };
  });

  server.route({
    method: ['GET', 'POST'],
    url: `${oauth}/userinfo`,
    handler: async ({ headers, host }, reply) => {
      const request = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
      if (!request) return reply.code(401).send({ error: 'invalid_token' });
      const { person, sha256 } = request;
      const { identityOf, chain } = await authority.at(`http://${host}`);
      const identity = await identityOf(person);
      const certificates = [identity.certificate, ...chain];
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
