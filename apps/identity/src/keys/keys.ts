import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, identityKeys } from '@hofn/database';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Random } from '../passwords.ts';
import { nextKey, publishedKeys, type Rotation } from './schedule.ts';

type Purpose = (typeof identityKeys.$inferSelect)['purpose'];

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

const secretsOf = (rows: { material: Record<string, unknown> }[]): string[] =>
  rows.map(({ material }) => String(material.secret));

/**
 * Creates the keys that are due (all of them at first start) and returns the current ones. Replicas that run this at
 * the same time agree: the first to store a generation wins, and all read back what is stored.
 */
export const refreshKeys = async (
  db: Db,
  now: Date,
  random: Random,
  rotations: Record<Purpose, Rotation>,
): Promise<Keys> => {
  const stored = await db.select().from(identityKeys);
  const withPurpose = (purpose: Purpose, rows: typeof stored) =>
    rows.filter((row) => row.purpose === purpose);
  let hasNewKeys = false;
  for (const purpose of purposes) {
    const due = nextKey(withPurpose(purpose, stored), now, rotations[purpose]);
    if (!due) continue;
    const material =
      purpose === 'token' ? await createTokenKey() : { secret: random(32).toString('base64url') };
    await db
      .insert(identityKeys)
      .values({ purpose, material, ...due })
      .onConflictDoNothing();
    hasNewKeys = true;
  }
  const rows = hasNewKeys ? await db.select().from(identityKeys) : stored;
  const published = (purpose: Purpose) => publishedKeys(withPurpose(purpose, rows), now, rotations[purpose]);
  return {
    token: published('token').map(({ material }) => material as JWK),
    cookie: secretsOf(published('cookie')),
    successor: secretsOf(published('successor')),
  };
};
