import { loginPath } from '@hofn/contracts/login.ts';
import type { Random } from '../passwords.ts';

/** The part of the provider's signed cookies used here. */
export type Cookies = {
  get(name: string, options: { signed: true }): string | undefined;
  set(name: string, value: string | null, options: object): unknown;
};

const name = 'hofn_known_device';
const yearMs = 365 * 24 * 60 * 60_000;

const encoded = (sub: string): string => Buffer.from(sub).toString('base64url');

/** A browser used to sign in before, and the account last signed in to. */
export type KnownDevice = { id: string; sub: string };

/**
 * Reads the browser's known-device cookie. A kennitala is public, so anybody can lock an account by guessing; a browser
 * that its owner has used is counted separately and stays usable (rule AUTH-13).
 */
export const knownDevice = (cookies: Cookies): KnownDevice | undefined => {
  const [id, owner] = cookies.get(name, { signed: true })?.split('.') ?? [];
  return id && owner ? { id, sub: Buffer.from(owner, 'base64url').toString() } : undefined;
};

/** Sets the known-device cookie after a sign-in. It is signed and grants no access by itself. */
export const markDevice = (cookies: Cookies, sub: string, random: Random): void => {
  const known = knownDevice(cookies);
  const id = known?.sub === sub ? known.id : random(16).toString('base64url');
  // One cookie for the pages and one for the sign-in calls; the second must not overwrite the first.
  for (const [index, path] of ['/interaction', loginPath].entries())
    cookies.set(name, `${id}.${encoded(sub)}`, {
      signed: true,
      httpOnly: true,
      sameSite: 'lax',
      overwrite: index === 0,
      path,
      maxAge: yearMs,
    });
};
