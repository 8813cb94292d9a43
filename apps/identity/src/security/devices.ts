import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';

/** The browser and operating system of a session. */
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
// Order matters: iPhones also claim to be like a Mac, and Android to be Linux.
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;
const firstMatch = (names: readonly (readonly [string, RegExp])[], text: string): string | null =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** Parses a `User-Agent`, only so that people recognize their own sessions. */
export const deviceOf = (userAgent: string): Device => ({
  browser: firstMatch(browsers, userAgent),
  system: firstMatch(systems, userAgent),
});

/** Id of the records about a session besides its own: its device, and when staff last used it. */
export const deviceId = (uid: string): string => createHash('sha256').update(uid).digest('base64url');

/** Records the browser of a session; deleted together with the account's sessions. */
export const recordDevice = async (
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
