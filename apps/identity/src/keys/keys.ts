import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, identityKeys } from '@hofn/database';
import type { Secrets } from '@hofn/service/secrets.ts';
import { and, eq } from 'drizzle-orm';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Random } from '../passwords.ts';
import { nextKey, publishedKeys, type Rotation } from './schedule.ts';

type Row = typeof identityKeys.$inferSelect;
type Purpose = Row['purpose'];
type Material = Row['material'];

/** The current secrets, the active one first in each list. */
export type Keys = {
  /** Private RSA keys that sign tokens (RS256). */
  token: JWK[];
  /** Secrets that sign cookies. */
  cookie: string[];
  /** Secrets for deriving a refresh token's successor. */
  successor: string[];
};

const purposes: Purpose[] = ['token', 'cookie', 'successor'];
const generate = promisify(generateKeyPair);

const createTokenKey = async (): Promise<Record<string, unknown>> => {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JsonWebKey & JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
};

const secretsOf = (keys: Material[]): string[] => keys.map(({ secret }) => String(secret));

const isEncrypted = ({ material }: Pick<Row, 'material'>): boolean => typeof material.encrypted === 'string';

const useOf = ({ purpose, generation }: Pick<Row, 'purpose' | 'generation'>): string =>
  `identity_keys ${purpose} ${generation}`;

const encrypt = async (
  secrets: Secrets,
  row: Pick<Row, 'purpose' | 'generation'>,
  material: Material,
): Promise<Material> => ({ encrypted: await secrets.encrypt(useOf(row), JSON.stringify(material)) });

const materialOf = async (secrets: Secrets, row: Row): Promise<Material> =>
  isEncrypted(row)
    ? (JSON.parse(await secrets.decrypt(useOf(row), String(row.material.encrypted))) as Material)
    : row.material;

/** Whether keys of a release that did not encrypt are stored in clear text. */
export const hasClearKeys = async (db: Db): Promise<boolean> =>
  (await db.select().from(identityKeys)).some((row) => !isEncrypted(row));

/**
 * Encrypts the stored keys with the first key of SECRETS_KEY: those in clear text, and those encrypted with another key.
 * The previous release cannot read them any more (decision 98).
 * @returns how many it encrypted
 */
export const encryptKeys = (db: Db, secrets: Secrets): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.select().from(identityKeys).for('update');
    const outdated = rows.filter(
      (row) => !isEncrypted(row) || !secrets.isCurrent(String(row.material.encrypted)),
    );
    for (const row of outdated)
      await tx
        .update(identityKeys)
        .set({ material: await encrypt(secrets, row, await materialOf(secrets, row)) })
        .where(and(eq(identityKeys.purpose, row.purpose), eq(identityKeys.generation, row.generation)));
    return outdated.length;
  });

/**
 * Creates the keys that are due (all of them at first start) and returns the current ones. Replicas that run this at
 * the same time agree: the first to store a generation wins, and all read back what is stored. New keys are encrypted,
 * unless some are in clear text: replicas of the previous release may still run then, which could not read them.
 * @throws SecretsError when a stored key cannot be decrypted
 */
export const refreshKeys = async (
  { db, random, secrets }: { db: Db; random: Random; secrets: Secrets },
  now: Date,
  rotations: Record<Purpose, Rotation>,
): Promise<Keys> => {
  const stored = await db.select().from(identityKeys);
  const withPurpose = (purpose: Purpose, rows: Row[]) => rows.filter((row) => row.purpose === purpose);
  const mayEncrypt = stored.every(isEncrypted);
  let hasNewKeys = false;
  for (const purpose of purposes) {
    const due = nextKey(withPurpose(purpose, stored), now, rotations[purpose]);
    if (!due) continue;
    const created =
      purpose === 'token' ? await createTokenKey() : { secret: random(32).toString('base64url') };
    const material = mayEncrypt ? await encrypt(secrets, { purpose, ...due }, created) : created;
    await db
      .insert(identityKeys)
      .values({ purpose, material, ...due })
      .onConflictDoNothing();
    hasNewKeys = true;
  }
  const rows = hasNewKeys ? await db.select().from(identityKeys) : stored;
  const published = (purpose: Purpose): Promise<Material[]> =>
    Promise.all(
      publishedKeys(withPurpose(purpose, rows), now, rotations[purpose]).map((row) =>
        materialOf(secrets, row),
      ),
    );
  return {
    token: (await published('token')) as unknown as JWK[],
    cookie: secretsOf(await published('cookie')),
    successor: secretsOf(await published('successor')),
  };
};
