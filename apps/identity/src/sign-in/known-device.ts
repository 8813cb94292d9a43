import type { Random } from '../passwords.ts';

/** What is needed of the provider's signed cookies. */
export type Cookies = {
  get(name: string, options: { signed: true }): string | undefined;
  set(name: string, value: string | null, options: object): unknown;
};

const name = 'hofn_known_device';
const yearMs = 365 * 24 * 60 * 60_000;

const encoded = (sub: string): string => Buffer.from(sub).toString('base64url');

/**
 * The browser's mark from an earlier sign-in to this account, if it has one. A kennitala is public, so that a stranger
 * can keep an account waiting; a browser that its owner has used counts by itself and is not kept out (rule AUTH-13).
 */
export const knownDevice = (cookies: Cookies, sub: string): string | undefined => {
  const [device, owner] = cookies.get(name, { signed: true })?.split('.') ?? [];
  return owner === encoded(sub) ? device : undefined;
};

/** Marks the browser after a sign-in to this account. The mark is signed, and opens nothing by itself. */
export const markDevice = (cookies: Cookies, sub: string, random: Random): void => {
  const device = knownDevice(cookies, sub) ?? random(16).toString('base64url');
  cookies.set(name, `${device}.${encoded(sub)}`, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    path: '/interaction',
    maxAge: yearMs,
  });
};
