import { randomBytes, randomUUID } from 'node:crypto';
import { coreWebhookSecrets, type Db } from '@hofn/database';
import type { Secrets } from '@hofn/service/secrets.ts';
import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

const secretBytes = 32;

/** What the secret is stored as, so that no row's secret can take the place of another's. */
const useOf = (webhookId: string, id: string): string => `core_webhook_secrets ${webhookId} ${id}`;

const isValid = (at: Date) => or(isNull(coreWebhookSecrets.expiresAt), gt(coreWebhookSecrets.expiresAt, at));

const select = (db: Db, webhookId: string, at: Date) =>
  db
    .select()
    .from(coreWebhookSecrets)
    .where(and(eq(coreWebhookSecrets.webhookId, webhookId), isValid(at)))
    // The newest does not expire.
    .orderBy(sql`${coreWebhookSecrets.expiresAt} desc nulls first`);

/** The secrets that sign at a time, newest first, as the calls and the command list them. */
export const listSecrets = async (db: Db, webhookId: string, at: Date) =>
  (await select(db, webhookId, at)).map(({ addedAt, expiresAt }) => ({ addedAt, expiresAt }));

/** The values of the secrets that sign at a time. */
export const openSecrets = async (
  db: Db,
  secrets: Secrets,
  webhookId: string,
  at: Date,
): Promise<string[]> => {
  const rows = await select(db, webhookId, at);
  return Promise.all(rows.map(({ id, secret }) => secrets.decrypt(useOf(webhookId, id), secret)));
};

/**
 * Adds a secret; the one before signs until `previousUntil`, and those before it no longer.
 * @returns its value, which is stored encrypted alone
 */
export const addSecret = async (
  tx: Db,
  secrets: Secrets,
  webhookId: string,
  { at, previousUntil }: { at: Date; previousUntil: Date },
): Promise<string> => {
  const { webhookId: ofWebhook, expiresAt } = coreWebhookSecrets;
  const own = eq(ofWebhook, webhookId);
  await tx.delete(coreWebhookSecrets).where(and(own, isNotNull(expiresAt)));
  await tx.update(coreWebhookSecrets).set({ expiresAt: previousUntil }).where(own);
  await tx.delete(coreWebhookSecrets).where(and(own, lte(expiresAt, at)));
  const id = randomUUID();
  // As Standard Webhooks writes secrets.
  const value = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const secret = await secrets.encrypt(useOf(webhookId, id), value);
  await tx.insert(coreWebhookSecrets).values({ webhookId, id, secret, addedAt: at, expiresAt: null });
  return value;
};

/** Encrypts again what an older key has encrypted, before that key is removed. @returns how many secrets */
export const encryptSecretsAgain = async (tx: Db, secrets: Secrets): Promise<number> => {
  const { webhookId, id } = coreWebhookSecrets;
  const old = (await tx.select().from(coreWebhookSecrets)).filter(({ secret }) => !secrets.isCurrent(secret));
  for (const row of old) {
    const use = useOf(row.webhookId, row.id);
    const secret = await secrets.encrypt(use, await secrets.decrypt(use, row.secret));
    await tx
      .update(coreWebhookSecrets)
      .set({ secret })
      .where(and(eq(webhookId, row.webhookId), eq(id, row.id)));
  }
  return old.length;
};
