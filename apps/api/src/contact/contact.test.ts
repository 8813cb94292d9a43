import type { GeneralInfo, PopupInfo, Problem } from '@hofn/contracts';
import { accessGrants, actingChoices, customers, mails } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { createIssuer, fillDatabase, noon, startApi } from '../testing.ts';
import { contactOf } from './contact.ts';
import { contactMails } from './mails.ts';

const typed = { email: ' anna@example.is ', mobilePhone: '615 0001', homePhone: '' };

test('FORM-6a, FORM-6b, PAY-1: e-mail and mobile phone are required and validated, a home phone is optional', () => {
  expect(contactOf(typed)).toEqual({ email: 'anna@example.is', mobilePhone: '6150001', homePhone: null });
  expect(contactOf({ ...typed, homePhone: '555-1234' }).homePhone).toBe('5551234');
  const faultsOf = (given: Partial<typeof typed>) => {
    try {
      contactOf({ ...typed, ...given });
    } catch (error) {
      if (error instanceof Fault) return error.fields.map(({ path, reason }) => `${path} ${reason}`);
    }
    return [];
  };
  expect(faultsOf({ email: '  ' })).toEqual(['email missingEmail']);
  expect(faultsOf({ email: 'anna@' })).toEqual(['email invalidEmail']);
  expect(faultsOf({ mobilePhone: '' })).toEqual(['mobilePhone invalidLocalPhoneNumber']);
  expect(faultsOf({ email: 'x', mobilePhone: '61500011', homePhone: '12' })).toEqual([
    'email invalidEmail',
    'mobilePhone invalidLocalPhoneNumber',
    'homePhone invalidLocalPhoneNumber',
  ]);
});

describeWithDatabase('contact details', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let nyr: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    api = await startApi(database, issuer);
    anna = await issuer.token('anna');
    nyr = await issuer.token('nyr', { sid: 's1' });
  });
  afterAll(() => api.stop());

  const post = (path: string, body: object, token = anna) =>
    api.ask(`/api/user/v1/settings/${path}`, {
      method: 'POST',
      token,
      language: 'en',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  test('PORT-10: e-mail, phones and language can be changed, the national register’s data cannot', async () => {
    const saved = await post('generalinfo', { ...typed, homePhone: '555 1234', language: 'en' });
    expect(saved.status).toBe(200);
    const info = (await (
      await api.ask('/api/user/v1/settings/generalinfo', { token: anna })
    ).json()) as GeneralInfo;
    expect(info).toEqual(await saved.json());
    expect(info).toMatchObject({
      fullName: 'Anna Prófdóttir',
      ssn: '1402851489',
      isCompany: false,
      email: 'anna@example.is',
      mobilePhone: '6150001',
      homePhone: '5551234',
      language: 'en',
    });
    const renamed = await post('generalinfo', { ...typed, language: 'is', fullName: 'Önnur' });
    expect(renamed.status).toBe(400);
    expect(api.lines.find(({ event }) => event === 'contact.change')).toMatchObject({ actor: 'anna' });
  });

  test('HOLD-24: a phone with the country code is stored without it; a foreign one is refused with what is accepted', async () => {
    const pasted = { ...typed, mobilePhone: '\u202a+354\u00a0615\u00a00001\u202c', language: 'en' };
    expect(await (await post('generalinfo', pasted)).json()).toMatchObject({ mobilePhone: '6150001' });
    const foreign = await post('generalinfo', { ...pasted, mobilePhone: '+46 70 123 45 67' });
    expect([foreign.status, ((await foreign.json()) as Problem).errors]).toEqual([
      400,
      { mobilePhone: [expect.stringContaining('seven-digit Icelandic phone number, with or without 354')] },
    ]);
  });

  test('PORT-10: invalid values are reported at their field in the reader’s language', async () => {
    const answer = await post('generalinfo', { ...typed, mobilePhone: '61', language: 'is' });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Problem).errors).toEqual({
      mobilePhone: [errors.errorCode.invalidLocalPhoneNumber],
    });
  });

  test('PORT-10: when the e-mail changes, the old address is notified, and who changed it if it was somebody else', async () => {
    const { db } = database;
    await db.delete(mails);
    await db
      .update(customers)
      .set({ email: 'anna@example.is', language: 'is' })
      .where(eq(customers.id, 'anna'));
    const notices = () =>
      db
        .select({ kind: mails.kind, to: mails.recipient, language: mails.language, about: mails.about })
        .from(mails)
        .where(eq(mails.customerId, 'anna'))
        .orderBy(mails.recipient, mails.kind);
    // Neither unchanged nor refused values are notified.
    expect((await post('generalinfo', { ...typed, homePhone: '555 1234', language: 'is' })).status).toBe(200);
    expect((await post('generalinfo', { ...typed, email: 'x', language: 'is' })).status).toBe(400);
    expect(await notices()).toEqual([]);

    const answer = await post('popupinfo', {
      ...typed,
      email: 'b@example.is',
      type: 'contact-details-modal',
    });
    expect(answer.status).toBe(200);
    await db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'umsjon',
      holderId: 'nyr',
      role: 'Admin',
      validFrom: '2026-11-01',
      validTo: '2027-10-31',
      givenAt: noon,
      givenBy: 'anna',
    });
    await db
      .insert(actingChoices)
      .values({ actorId: 'nyr', session: 's1', subjectId: 'anna', chosenAt: noon });
    // The e-mail is in the language on file before the change.
    const others = { ...typed, email: 'nyr@example.is', language: 'en' };
    expect((await post('generalinfo', others, nyr)).status).toBe(200);
    expect(await notices()).toEqual([
      { kind: 'emailChanged', to: 'anna@example.is', language: 'is', about: {} },
      { kind: 'emailChanged', to: 'b@example.is', language: 'is', about: { by: 'nyr' } },
      { kind: 'emailRegistered', to: 'b@example.is', language: 'is', about: {} },
      { kind: 'emailRegistered', to: 'nyr@example.is', language: 'en', about: { by: 'nyr' } },
    ]);

    const composers = Object.values(contactMails({ db, site: 'https://hofn.example' }));
    const subject = {
      id: 'anna',
      kind: 'person',
      ssn: '1402851489',
      fullName: 'Anna Prófdóttir',
    } as const;
    const [row] = await db.select().from(customers).where(eq(customers.id, 'nyr'));
    for (const [language, compose] of (['is', 'en'] as const).flatMap((each) =>
      composers.map((compose) => [each, compose] as const),
    )) {
      const byOther = await compose({ subject, about: { by: 'nyr' }, language });
      expect(byOther?.body).toContain(row?.fullName);
      const byHerself = await compose({ subject, about: {}, language });
      expect(byHerself?.body).not.toContain(row?.fullName);
      for (const letter of [byOther, byHerself]) {
        expect(letter?.body).toContain('Anna Prófdóttir');
        expect(letter?.body).toContain('560\u00a05000');
        expect(JSON.stringify(letter)).not.toMatch(/\{\w+\}|example\.is/);
      }
    }
    await db.delete(actingChoices);
    await db.delete(accessGrants);
    await db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
  });

  test('PAY-13a: popupinfo requests the popup until the details are confirmed', async () => {
    await database.db.update(customers).set({ contactConfirmedOn: null }).where(eq(customers.id, 'anna'));
    const read = async () =>
      (await (await api.ask('/api/user/v1/settings/popupinfo', { token: anna })).json()) as PopupInfo;
    expect(await read()).toMatchObject({ showPopup: true, email: 'anna@example.is' });
    const wrongType = await post('popupinfo', { ...typed, type: 'something-else' });
    expect(wrongType.status).toBe(400);
    expect((await read()).showPopup).toBe(true);
    const saved = await post('popupinfo', { ...typed, type: 'contact-details-modal' });
    expect(saved.status).toBe(200);
    expect(await read()).toMatchObject({ showPopup: false });
  });
});
