import { loginPath } from '@hofn/contracts/login.ts';
import type { Random } from '../passwords.ts';

/** What is needed of the provider's signed cookies. */
export type Cookies = {
  get(name: string, options: { signed: true }): string | undefined;
  set(name: string, value: string | null, options: object): unknown;
};

const name = 'hofn_known_device';
const yearMs = 365 * 24 * 60 * 60_000;

const encoded = (sub: string): string => Buffer.from(sub).toString('base64url');

/** A browser that somebody has signed in with, and the account they signed in to last. */
export type KnownDevice = { id: string; sub: string };

/**
 * The browser's mark from an earlier sign-in, if it has one. A kennitala is public, so that a stranger
 * can keep an account waiting; a browser that its owner has used counts by itself and is not kept out (rule AUTH-13).
 */
export const knownDevice = (cookies: Cookies): KnownDevice | undefined => {
  const [id, owner] = cookies.get(name, { signed: true })?.split('.') ?? [];
  return id && owner ? { id, sub: Buffer.from(owner, 'base64url').toString() } : undefined;
};

/** Marks the browser after a sign-in to this account. The mark is signed, and opens nothing by itself. */
export const markDevice = (cookies: Cookies, sub: string, random: Random): void => {
  const known = knownDevice(cookies);
  const id = known?.sub === sub ? known.id : random(16).toString('base64url');
  // One for the pages and one for the calls that sign in; the second must not take the place of the first.
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
