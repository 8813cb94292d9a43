import { randomBytes } from 'node:crypto';
import type { CoreScope } from '@hofn/contracts';
import { coreClientKeys, coreClients, type Db, recordAuditEvent } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import type { JWK } from 'jose';

const dayMs = 24 * 60 * 60_000;

/** Keys that a client may have at a time: the one in use and the next one. */
const mostKeys = 2;

type PublicKey = JWK & { kid: string };

/** A client that may get tokens, with the keys that are valid now. */
export type CoreClientRecord = { id: string; source: string; scopes: string[]; keys: JWK[] };

export type ListedCoreClient = typeof coreClients.$inferSelect & {
  keys: (typeof coreClientKeys.$inferSelect)[];
};

/** Why a change was refused. */
export type CoreClientRefusal = 'notFound' | 'keyNotFound' | 'keyKnown' | 'tooManyKeys';
export type CoreClientOutcome = { ok: true } | { ok: false; errorCode: CoreClientRefusal };

/**
 * Clients of the core connection, and their keys (rule CORE-1). Every change is an audit event. Changes are effective
 * at the next token in every replica, since tokens are issued from what is stored.
 */
export const createCoreClients = ({ db, clock }: { db: Db; clock: Clock }) => {
  const record = (tx: Db, action: 'core.addClient' | 'core.actOnClient', id: string, details: object) =>
    recordAuditEvent(tx, {
      action,
      actorKind: 'system',
      authority: 'system',
      object: id,
      details: { ...details, by: 'npm run core:client' },
    });

  const isValid = () => and(isNull(coreClientKeys.revokedAt), gt(coreClientKeys.expiresAt, clock.now()));

  const insertKey = (tx: Db, clientId: string, { kid, ...jwk }: PublicKey, days: number) => {
    const addedAt = clock.now();
    const expiresAt = new Date(addedAt.getTime() + days * dayMs);
    return tx
      .insert(coreClientKeys)
      .values({ clientId, id: kid, jwk: { ...jwk, kid }, addedAt, expiresAt })
      .onConflictDoNothing()
      .returning({ id: coreClientKeys.id });
  };

  /** Runs a change of an existing client, with its row locked. */
  const change = (
    id: string,
    details: object,
    work: (tx: Db) => Promise<CoreClientRefusal | undefined>,
  ): Promise<CoreClientOutcome> =>
    db.transaction(async (tx) => {
      const [client] = await tx.select().from(coreClients).where(eq(coreClients.id, id)).for('update');
      const errorCode = client ? await work(tx) : 'notFound';
      if (errorCode) return { ok: false, errorCode };
      await record(tx, 'core.actOnClient', id, details);
      return { ok: true };
    });

  return {
    /** The client, unless it is unknown or disabled. */
    find: async (id: string): Promise<CoreClientRecord | undefined> => {
      const rows = await db
        .select({ client: coreClients, jwk: coreClientKeys.jwk })
        .from(coreClients)
        .leftJoin(coreClientKeys, and(eq(coreClientKeys.clientId, coreClients.id), isValid()))
        .where(and(eq(coreClients.id, id), isNull(coreClients.disabledAt)))
        .orderBy(asc(coreClientKeys.addedAt));
      const [first] = rows;
      if (!first) return undefined;
      const { source, scopes } = first.client;
      return { id, source, scopes, keys: rows.flatMap(({ jwk }) => (jwk ? [jwk as unknown as JWK] : [])) };
    },
    /** Whether the client exists, disabled or not. */
    isKnown: async (id: string): Promise<boolean> =>
      (await db.$count(coreClients, eq(coreClients.id, id))) > 0,
    list: async (): Promise<ListedCoreClient[]> => {
      const clients = await db.select().from(coreClients).orderBy(coreClients.addedAt);
      const keys = await db.select().from(coreClientKeys).orderBy(coreClientKeys.addedAt);
      return clients.map((client) => ({
        ...client,
        keys: keys.filter(({ clientId }) => clientId === client.id),
      }));
    },
    /** @returns the id of the new client */
    add: (client: { source: string; scopes: readonly CoreScope[] }, key: PublicKey, days: number) =>
      db.transaction(async (tx) => {
        const { source, scopes } = client;
        const id = `core-${source}-${randomBytes(4).toString('hex')}`;
        await tx.insert(coreClients).values({ id, source, scopes: [...scopes], addedAt: clock.now() });
        await insertKey(tx, id, key, days);
        await record(tx, 'core.addClient', id, { source, scopes, key: key.kid, days });
        return id;
      }),
    addKey: (id: string, key: PublicKey, days: number) =>
      change(id, { act: 'addKey', key: key.kid, days }, async (tx) => {
        const [valid] = await tx
          .select({ keys: count() })
          .from(coreClientKeys)
          .where(and(eq(coreClientKeys.clientId, id), isValid()));
        if ((valid?.keys ?? 0) >= mostKeys) return 'tooManyKeys';
        // A revoked key stays revoked: it may be in the wrong hands.
        return (await insertKey(tx, id, key, days)).length > 0 ? undefined : 'keyKnown';
      }),
    revokeKey: (id: string, key: string) =>
      change(id, { act: 'revokeKey', key }, async (tx) => {
        const revoked = await tx
          .update(coreClientKeys)
          .set({ revokedAt: clock.now() })
          .where(
            and(
              eq(coreClientKeys.clientId, id),
              eq(coreClientKeys.id, key),
              isNull(coreClientKeys.revokedAt),
            ),
          )
          .returning({ id: coreClientKeys.id });
        return revoked.length > 0 ? undefined : 'keyNotFound';
      }),
    setDisabled: (id: string, isDisabled: boolean) =>
      change(id, { act: isDisabled ? 'disable' : 'enable' }, async (tx) => {
        await tx
          .update(coreClients)
          .set({ disabledAt: isDisabled ? clock.now() : null })
          .where(eq(coreClients.id, id));
        return undefined;
      }),
  };
};
export type CoreClients = ReturnType<typeof createCoreClients>;
