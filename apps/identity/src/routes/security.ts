import { hash } from 'node:crypto';
import { type Passkey, type SignInSession, securityCalls } from '@hofn/contracts';
import type { Clock } from '@hofn/domain';
import type { FastifyPluginAsync } from 'fastify';
import type { Account } from '../accounts.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { PasskeyRow } from '../passkeys/store.ts';
import type { Sessions } from '../security/sessions.ts';
import { type ManagementParts, manage, refuse } from './management.ts';

/** The way of a sign-in, by what its session says of it. */
const wayOf = (amr: readonly string[]): SignInSession['way'] =>
  amr.includes('pop') ? 'passkey' : amr.includes('mca') ? 'electronicId' : 'password';

/** A credential's own id may be longer than an address takes. */
const shownId = (id: string): string => hash('sha256', id, 'base64url').slice(0, 22);
const shown = ({ id, name, createdAt, usedAt }: PasskeyRow): Passkey => ({
  id: shownId(id),
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

type ById = { Params: { id: string } };

/** Identity management of how one signs in, and where one is signed in (rule AUTH-10e): the API asks as its caller. */
export const securityRoutes: FastifyPluginAsync<
  ManagementParts & {
    clock: Clock;
    sessions: Sessions;
    passkeys: Passkeys;
    account(sub: string): Promise<Account | undefined>;
  }
> = async (server, { clock, sessions, passkeys, account, ...parts }) => {
  const { customer } = manage(server, parts);
  /** A key is as good as what it was made after: a password that leaked must not become one. */
  const isStrong = async (sub: string, session: string) =>
    (await sessions.amrOf(sub, session, clock.now()))?.includes('mfa') ?? false;

  server.get('/idm/v1/sessions', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const items = await sessions.list(claims.sub, clock.now());
    return {
      items: items.map(({ amr, signedInAt, lastUsedAt, ...session }) => ({
        ...session,
        current: session.id === claims.session,
        way: wayOf(amr),
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  });

  server.delete<ById>('/idm/v1/sessions/:id', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const { id } = request.params;
    const others = id === 'others';
    const ended = await sessions.end(
      claims.sub,
      (sid) => (others ? sid !== claims.session : sid === id),
      clock.now(),
    );
    request.log.info({ audit: 'sessions ended', sub: claims.sub, ended }, 'sessions ended');
    if (ended === 0 && !others) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    return reply.code(204).send();
  });

  server.get('/idm/v1/passkeys', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    return { mayAdd: await isStrong(sub, session), items: (await passkeys.list(sub)).map(shown) };
  });

  server.post('/idm/v1/passkeys/options', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const who = await account(sub);
    if (!who) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    if (!(await isStrong(sub, session)))
      return refuse(request, reply, { status: 403, errorCode: 'strongSignInNeeded' });
    return passkeys.enrolment({ sub, session }, { name: who.name, label: who.email ?? who.name });
  });

  server.post('/idm/v1/passkeys', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const body = securityCalls.addPasskey.body.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    if (!(await isStrong(sub, session)))
      return refuse(request, reply, { status: 403, errorCode: 'strongSignInNeeded' });
    const added = await passkeys.add({ sub, session }, body.data);
    if (!added.ok) return refuse(request, reply, { status: 409, errorCode: 'passkeyFailed' });
    request.log.info({ audit: 'passkey added', sub }, 'passkey added');
    return reply.code(201).send(shown(added.passkey));
  });

  server.delete<ById>('/idm/v1/passkeys/:id', async (request, reply) => {
    const claims = await customer(request, reply);
    if (!claims) return reply;
    const { sub } = claims;
    const key = (await passkeys.list(sub)).find(({ id }) => shownId(id) === request.params.id);
    if (!key || !(await passkeys.remove(sub, key.id)))
      return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    request.log.info({ audit: 'passkey removed', sub }, 'passkey removed');
    return reply.code(204).send();
  });
};
