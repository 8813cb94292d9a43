import { hash } from 'node:crypto';
import { type Passkey, type SignInSession, securityCalls } from '@hofn/contracts';
import type { Db, Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { FastifyPluginAsync } from 'fastify';
import type { Account } from '../accounts.ts';
import { audit } from '../audit.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { PasskeyRow } from '../passkeys/store.ts';
import { notifyCustomer } from '../security/notify-customer.ts';
import type { Sessions } from '../security/sessions.ts';
import { type ManagementParts, refuse, registerManagement } from './management.ts';

/** The sign-in method behind a session's `amr`. */
const signInMethodOf = (amr: readonly string[]): SignInSession['way'] =>
  amr.includes('pop') ? 'passkey' : amr.includes('mca') ? 'electronicId' : 'password';

/** Hashed, since a credential id may be too long for a URL. */
const publicId = (id: string): string => hash('sha256', id, 'base64url').slice(0, 22);
const passkeyItem = ({ id, name, createdAt, usedAt }: PasskeyRow): Passkey => ({
  id: publicId(id),
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

type ById = { Params: { id: string } };

/** Identity management of passkeys and sessions (rules AUTH-10e, AUTH-11), called by the API with its caller's token. */
export const securityRoutes: FastifyPluginAsync<
  ManagementParts & {
    clock: Clock;
    outbox: Pick<Jobs, 'send'>;
    sessions: Sessions;
    passkeys: Passkeys;
    account(sub: string): Promise<Account | undefined>;
  }
> = async (server, { clock, outbox, sessions, passkeys, account, ...parts }) => {
  const { requireCustomer } = registerManagement(server, parts);
  /** Enrolling a passkey needs a strong sign-in: a leaked password must not turn into a passkey. */
  const hasStrongSignIn = async (sub: string, session: string) =>
    (await sessions.amrOf(sub, session, clock.now()))?.includes('mfa') ?? false;

  server.get('/idm/v1/sessions', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const items = await sessions.list(claims.sub, clock.now());
    return {
      items: items.map(({ amr, signedInAt, lastUsedAt, ...session }) => ({
        ...session,
        current: session.id === claims.session,
        way: signInMethodOf(amr),
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  });

  server.delete<ById>('/idm/v1/sessions/:id', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const { id } = request.params;
    const endsOthers = id === 'others';
    const ended = await sessions.end(
      claims.sub,
      (sid) => (endsOthers ? sid !== claims.session : sid === id),
      clock.now(),
      (tx, ended) => audit(tx, request, 'session.end', { sub: claims.sub, object: id, ended }),
    );
    request.log.info({ audit: 'sessions ended', sub: claims.sub, ended }, 'sessions ended');
    if (ended === 0 && !endsOthers) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    return reply.code(204).send();
  });

  server.get('/idm/v1/passkeys', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    return {
      mayAdd: await hasStrongSignIn(sub, session),
      items: (await passkeys.list(sub)).map(passkeyItem),
    };
  });

  server.post('/idm/v1/passkeys/options', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const owner = await account(sub);
    if (!owner) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    if (!(await hasStrongSignIn(sub, session)))
      return refuse(request, reply, { status: 403, errorCode: 'strongSignInNeeded' });
    return passkeys.registrationOptions(
      { sub, session },
      { name: owner.name, label: owner.email ?? owner.name },
    );
  });

  server.post('/idm/v1/passkeys', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const body = securityCalls.addPasskey.body.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    if (!(await hasStrongSignIn(sub, session)))
      return refuse(request, reply, { status: 403, errorCode: 'strongSignInNeeded' });
    const added = await passkeys.add({ sub, session }, body.data, async (tx, id) => {
      await audit(tx, request, 'passkey.add', { sub, object: publicId(id), name: body.data.name });
      await notifyCustomer(tx, outbox, { kind: 'passkeyAdded', sub, at: clock.now() });
    });
    if (!added.ok) return refuse(request, reply, { status: 409, errorCode: 'passkeyFailed' });
    request.log.info({ audit: 'passkey added', sub }, 'passkey added');
    return reply.code(201).send(passkeyItem(added.passkey));
  });

  server.delete<ById>('/idm/v1/passkeys/:id', async (request, reply) => {
    const claims = await requireCustomer(request, reply);
    if (!claims) return reply;
    const { sub } = claims;
    const key = (await passkeys.list(sub)).find(({ id }) => publicId(id) === request.params.id);
    const onRemoved = (tx: Db) =>
      audit(tx, request, 'passkey.remove', { sub, object: request.params.id, name: key?.name });
    if (!key || !(await passkeys.remove(sub, key.id, onRemoved)))
      return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    request.log.info({ audit: 'passkey removed', sub }, 'passkey removed');
    return reply.code(204).send();
  });
};
