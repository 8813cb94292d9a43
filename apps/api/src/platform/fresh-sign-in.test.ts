import { calls, type Problem } from '@hofn/contracts';
import { customers, type Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, type Issuer, noon, startApi } from '../testing.ts';

let database: Database;
let issuer: Issuer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  issuer = await createIssuer();
  api = await startApi(database, issuer, { settings: { ...defaultSettings(), RATE_SIGN_IN: 1000 } });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const contact = { email: 'nytt@example.is', mobilePhone: '5551234', homePhone: '' };

/** A request for each call that protects the account. */
const bodies = {
  giveAccess: { ssn: '0303831459', role: 'Readonly' },
  saveBankInfo: { bank: '0133', ledger: '26', account: '7731' },
  registerCard: { verificationId: 'v', verificationData: 'data', verificationHash: 'hash' },
  removeCard: { method: 'claim' },
  savePaymentMethod: { method: 'claim' },
  saveGeneralInfo: { ...contact, language: 'is' },
  savePopupInfo: { ...contact, type: 'contact-details-modal' },
  endSession: undefined,
  removePasskey: undefined,
} as const;

const codeOf = async (
  name: keyof typeof bodies,
  signIn: { minutesAgo?: number; amr?: string[] },
  body: object | undefined = bodies[name],
) => {
  const { minutesAgo, amr = ['pwd'] } = signIn;
  const auth_time = minutesAgo === undefined ? undefined : Date.parse(noon) / 1000 - minutesAgo * 60;
  const { path, method } = calls[name];
  const answer = await api.ask(path.replace('{id}', 'nothing'), {
    method,
    token: await issuer.token('anna', { auth_time, amr }),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { errorCode } = JSON.parse(text || '{}') as Partial<Problem>;
  return [answer.status, errorCode] as const;
};

test('HOLD-12: the calls that protect the account are those that need a recent sign-in', () => {
  const declared = Object.entries(calls).filter(([, call]) => 'needsFreshSignIn' in call);
  expect(declared.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

test.each(Object.keys(bodies) as (keyof typeof bodies)[])(
  'HOLD-12: %s needs a sign-in within ten minutes, or with more than a password',
  async (name) => {
    const refused = [403, 'freshSignInNeeded'] as const;
    expect(await codeOf(name, { minutesAgo: 11 })).toEqual(refused);
    // A provider that does not say when the user signed in.
    expect(await codeOf(name, {})).toEqual(refused);
    expect(await codeOf(name, { minutesAgo: 9 })).not.toEqual(refused);
    await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    expect(await codeOf(name, { minutesAgo: 600, amr: ['mca', 'mfa'] })).not.toEqual(refused);
    await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
  },
);

test('HOLD-12: confirming the same e-mail address needs no recent sign-in', async () => {
  const email = 'anna@example.is';
  for (const name of ['saveGeneralInfo', 'savePopupInfo'] as const)
    expect(await codeOf(name, { minutesAgo: 600 }, { ...bodies[name], email })).toEqual([200, undefined]);
});
