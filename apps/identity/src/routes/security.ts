import { hash } from 'node:crypto';
import { type Passkey, type SignInSession, securityCalls } from '@hofn/contracts';
import type { Db, Jobs, SignInNotice } from '@hofn/database';
import { type Clock, dayOf } from '@hofn/domain';
import { freshSignInMs, type TokenClaims } from '@hofn/service/tokens.ts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { findAccount, kindOf, staffSignInOf } from '../accounts.ts';
import { audit } from '../audit.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { PasskeyRow } from '../passkeys/store.ts';
import { notifyOwner } from '../security/notify-owner.ts';
import type { Sessions } from '../security/sessions.ts';
import { languageOf, type ManagementParts, refuse, registerManagement } from './management.ts';

/** The sign-in method behind a session's `amr`. */
const signInMethodOf = (amr: readonly string[]): SignInSession['way'] =>
  amr.includes('fed')
    ? 'workAccount'
    : amr.includes('pop')
      ? 'passkey'
      : amr.includes('mca')
        ? 'electronicId'
        : 'password';

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
    db: Db;
    clock: Clock;
    outbox: Pick<Jobs, 'send'>;
    sessions: Sessions;
    passkeys: Passkeys;
  }
> = async (server, { db, clock, outbox, sessions, passkeys, ...parts }) => {
  const { requireUser } = registerManagement(server, parts);
  /**
   * Why the user may not enrol a passkey now. It needs a strong sign-in: a leaked password must not turn into a passkey. Of
   * staff, whose sign-ins are all strong, a recent one: neither must a stolen session.
   */
  const refusalOfNewPasskey = async ({ sub, session, actorKind, signedInAt }: TokenClaims) => {
    if (actorKind === 'employee' && (await staffSignInOf(db, sub))?.federated)
      return { status: 409, errorCode: 'managedElsewhere' };
    const now = clock.now();
    if (!(await sessions.amrOf(sub, session, now))?.includes('mfa'))
      return { status: 403, errorCode: 'strongSignInNeeded' };
    if (actorKind === 'employee' && now.getTime() - signedInAt >= freshSignInMs)
      return { status: 403, errorCode: 'freshSignInNeeded' };
    return undefined;
  };
  const notify = (tx: Db, request: FastifyRequest, sub: string, kind: SignInNotice) =>
    notifyOwner(tx, outbox, { kind, sub, at: clock.now(), language: languageOf(request) });
  const eventOf = (sub: string, object: string) => ({ connection: kindOf(sub), sub, object });
  const find = async (sub: string, id: string) =>
    (await passkeys.list(sub)).find((passkey) => publicId(passkey.id) === id);

  server.get('/idm/v1/staff-sign-in', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const found = claims.actorKind === 'employee' ? await staffSignInOf(db, claims.sub) : undefined;
    return found ?? refuse(request, reply, { status: 403, errorCode: 'forbidden' });
  });

  server.get('/idm/v1/sessions', async (request, reply) => {
    const claims = await requireUser(request, reply);
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
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const { id } = request.params;
    const endsOthers = id === 'others';
    const ended = await sessions.end(
      claims.sub,
      (sid) => (endsOthers ? sid !== claims.session : sid === id),
      clock.now(),
      (tx, ended) => audit(tx, request, 'session.end', { ...eventOf(claims.sub, id), ended }),
    );
    request.log.info({ audit: 'sessions ended', sub: claims.sub, ended }, 'sessions ended');
    if (ended === 0 && !endsOthers) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    return reply.code(204).send();
  });

  server.get('/idm/v1/passkeys', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    return {
      mayAdd: (await refusalOfNewPasskey(claims)) === undefined,
      items: (await passkeys.list(claims.sub)).map(passkeyItem),
    };
  });

  server.post('/idm/v1/passkeys/options', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const owner = await findAccount(db, sub, dayOf(clock.now()));
    if (!owner) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    const refusal = await refusalOfNewPasskey(claims);
    if (refusal) return refuse(request, reply, refusal);
    return passkeys.registrationOptions(
      { sub, session },
      { name: owner.name, label: owner.email ?? owner.name },
    );
  });

  server.post('/idm/v1/passkeys', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const { sub, session } = claims;
    const body = securityCalls.addPasskey.body.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const refusal = await refusalOfNewPasskey(claims);
    if (refusal) return refuse(request, reply, refusal);
    const added = await passkeys.add({ sub, session }, body.data, async (tx, id) => {
      await audit(tx, request, 'passkey.add', { ...eventOf(sub, publicId(id)), name: body.data.name });
      await notify(tx, request, sub, 'passkeyAdded');
    });
    if (!added.ok) return refuse(request, reply, { status: 409, errorCode: 'passkeyFailed' });
    request.log.info({ audit: 'passkey added', sub }, 'passkey added');
    return reply.code(201).send(passkeyItem(added.passkey));
  });

  server.post<ById>('/idm/v1/passkeys/:id', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const { sub } = claims;
    const { id } = request.params;
    const body = securityCalls.renamePasskey.body.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const { name } = body.data;
    const key = await find(sub, id);
    const onRenamed = (tx: Db) => audit(tx, request, 'passkey.rename', { ...eventOf(sub, id), name });
    if (!key || !(await passkeys.rename(sub, key.id, name, onRenamed)))
      return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    return passkeyItem({ ...key, name });
  });

  server.delete<ById>('/idm/v1/passkeys/:id', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const { sub } = claims;
    const { id } = request.params;
    const key = await find(sub, id);
    if (!key) return refuse(request, reply, { status: 404, errorCode: 'notFound' });
    const outcome = await passkeys.remove(sub, key.id, async (tx) => {
      await audit(tx, request, 'passkey.remove', { ...eventOf(sub, id), name: key.name });
      await notify(tx, request, sub, 'passkeyRemoved');
    });
    if (outcome !== 'removed')
      return refuse(request, reply, { status: outcome === 'notFound' ? 404 : 409, errorCode: outcome });
    request.log.info({ audit: 'passkey removed', sub }, 'passkey removed');
    return reply.code(204).send();
  });
};
