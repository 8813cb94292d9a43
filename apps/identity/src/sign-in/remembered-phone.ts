import type { Cookies } from './known-device.ts';

const name = 'hofn_phone';
const yearMs = 365 * 24 * 60 * 60_000;

/** The phone number remembered in this browser at its user's request. */
export const rememberedPhone = (cookies: Cookies): string | undefined => {
  const phone = cookies.get(name, { signed: true });
  return phone && /^\d{7}$/.test(phone) ? phone : undefined;
};

/** Remembers a phone number. It grants no access: the phone still has to confirm each sign-in. */
export const rememberPhone = (cookies: Cookies, phone: string): void => {
  cookies.set(name, phone, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    path: '/interaction',
    maxAge: yearMs,
  });
};

export const forgetPhone = (cookies: Cookies): void => {
  if (rememberedPhone(cookies) !== undefined) cookies.set(name, null, { signed: true, path: '/interaction' });
};
