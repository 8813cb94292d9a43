import { type User, user } from '@hofn/contracts';
import { customers, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';

describeWithDatabase('user', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  const infoOf = async (sub: string) => {
    const answer = await api.ask('/api/user/v1/info/', { token: await issuer.token(sub) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return (await answer.json()) as User;
  };

  test('DATA-1: a person sees who they are, and is their own subject when acting for themselves', async () => {
    const anna = await infoOf('anna');
    expect(user.parse(anna)).toEqual(anna);
    expect(anna).toEqual({
      id: 'anna',
      fullName: 'Anna Prófdóttir',
      profilePicture: null,
      ssn: '1402851489',
      spouseSsn: '0303831459',
      spouseName: 'Birgir Prófsson',
      isCompany: false,
      isEmployeeImpersonating: false,
      currentProxyUser: {
        id: 'anna',
        value: '1402851489',
        isCompany: false,
        fullName: 'Anna Prófdóttir',
        via: 'self',
        role: 'Admin',
      },
      endedProxyUser: null,
      view: null,
      unreadNotifications: 0,
      paymentMethod: { ccardInfo: { cardNumberMasked: '•••• 4821', expires: '08/29', brand: 'Visa' } },
      bankInfo: { bank: '0133', ledger: '26', account: '004821' },
      popupinfo: { showPopup: false, email: 'anna@example.is', mobilePhone: '6150001', homePhone: null },
    });
  });

  test('DATA-1: unknown details are null, and a company is marked as one', async () => {
    expect(await infoOf('felag')).toMatchObject({
      isCompany: true,
      spouseSsn: null,
      currentProxyUser: { value: '5001141499', isCompany: true },
      paymentMethod: { ccardInfo: null },
      bankInfo: null,
      popupinfo: { showPopup: true, email: null },
    });
  });

  test('contact details are to be confirmed again after a year', async () => {
    const confirmed = async (day: string) => {
      await database.db.update(customers).set({ contactConfirmedOn: day }).where(eq(customers.id, 'birgir'));
      return (await infoOf('birgir')).popupinfo.showPopup;
    };
    expect(await confirmed('2025-11-21')).toBe(false);
    expect(await confirmed('2025-11-20')).toBe(true);
  });

  test('a token whose customer no longer exists is refused', async () => {
    const answer = await api.ask('/api/user/v1/info', { token: await issuer.token('gone') });
    expect(answer.status).toBe(401);
  });

  test('logging out is logged with actor and subject', async () => {
    const answer = await api.ask('/api/user/v1/logout', {
      method: 'POST',
      token: await issuer.token('anna'),
    });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(api.lines.find(({ event }) => event === 'user.logout')).toMatchObject({
      actor: 'anna',
      subject: 'anna',
      via: 'self',
      requestId: answer.headers.get('x-request-id'),
    });
  });
});
