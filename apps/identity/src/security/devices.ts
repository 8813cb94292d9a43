import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';

/** What is known of the browser that a sign-in is in. */
export type Device = { browser: string | null; system: string | null };

export const deviceModel = 'Device';
const yearMs = 366 * 24 * 60 * 60_000;

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
// An iPhone says that it is like a Mac, and Android that it is Linux.
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;
const first = (names: readonly (readonly [string, RegExp])[], text: string): string | null =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Browser and system as their `User-Agent` names them: for people to know their own again, and for nothing else. */
export const deviceOf = (userAgent: string): Device => ({
  browser: first(browsers, userAgent),
  system: first(systems, userAgent),
});

/** Where the note of a session is, by the session's own id. */
export const deviceId = (uid: string): string => createHash('sha256').update(uid).digest('base64url');

/** Notes which browser a session began in; it goes when the sign-ins of its account end. */
export const noteDevice = async (
  db: Db,
  { uid, accountId, userAgent, now }: { uid: string; accountId: string; userAgent: string; now: Date },
): Promise<void> => {
  const row = {
    payload: { accountId, ...deviceOf(userAgent) },
    expiresAt: new Date(now.getTime() + yearMs),
  };
  await db
    .insert(oidcRecords)
    .values({ model: deviceModel, id: deviceId(uid), ...row })
    .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
};
