import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { type Db, identityKeys } from '@hofn/database';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Random } from '../passwords.ts';
import { keyDue, keysKnown, type Rotation } from './schedule.ts';

type Purpose = (typeof identityKeys.$inferSelect)['purpose'];

/** The secrets in force, the one in use first in each list. */
export type Keys = {
  /** Private RSA keys that sign tokens (RS256). */
  token: JWK[];
  /** Secrets that sign cookies. */
  cookie: string[];
  /** Secrets that a refresh token's successor is derived with. */
  successor: string[];
};

const purposes: Purpose[] = ['token', 'cookie', 'successor'];
const generate = promisify(generateKeyPair);

const makeTokenKey = async (): Promise<Record<string, unknown>> => {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JsonWebKey & JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
};

const secretsOf = (rows: { material: Record<string, unknown> }[]): string[] =>
  rows.map(({ material }) => String(material.secret));

/**
 * Makes the keys that are due, the first ones at first start, and answers those in force. Copies that do so at the same
 * time agree: the first to store a generation wins, and all read what is stored.
 */
export const settleKeys = async (
  db: Db,
  now: Date,
  random: Random,
  rotations: Record<Purpose, Rotation>,
): Promise<Keys> => {
  const stored = await db.select().from(identityKeys);
  const of = (purpose: Purpose, rows: typeof stored) => rows.filter((row) => row.purpose === purpose);
  let made = false;
  for (const purpose of purposes) {
    const due = keyDue(of(purpose, stored), now, rotations[purpose]);
    if (!due) continue;
    const material =
      purpose === 'token' ? await makeTokenKey() : { secret: random(32).toString('base64url') };
    await db
      .insert(identityKeys)
      .values({ purpose, material, ...due })
      .onConflictDoNothing();
    made = true;
  }
  const rows = made ? await db.select().from(identityKeys) : stored;
  const known = (purpose: Purpose) => keysKnown(of(purpose, rows), now, rotations[purpose]);
  return {
    token: known('token').map(({ material }) => material as JWK),
    cookie: secretsOf(known('cookie')),
    successor: secretsOf(known('successor')),
  };
};
