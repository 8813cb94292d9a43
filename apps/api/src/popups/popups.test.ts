import { customers } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';

describeWithDatabase('popups', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let now = new Date('2026-11-21T12:00:00Z');
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    // These tests move the clock forward by a month.
    const exp = Date.parse('2027-01-01T00:00:00Z') / 1000;
    api = await startApi(database, issuer, { clock: { now: () => now } });
    for (const who of ['anna', 'birgir', 'nyr']) tokens[who] = await issuer.token(who, { exp });
  });
  afterAll(() => api.stop());

  const shows = async (who: string, popup: string) => {
    const answer = await api.ask(`/api/user/v1/checkpopup?popup=${popup}`, { token: tokens[who] ?? '' });
    return ((await answer.json()) as { show: boolean }).show;
  };
  const save = (who: string, popup: string, outcome: string) =>
    api.ask('/api/user/v1/savepopup', {
      method: 'POST',
      token: tokens[who] ?? '',
      body: JSON.stringify({ popup, outcome }),
      headers: { 'content-type': 'application/json' },
    });

  test('PAY-19: each popup asks for what is missing, and for nothing else', async () => {
    for (const popup of ['card', 'bank', 'contact']) {
      expect(await shows('anna', popup), popup).toBe(false);
      expect(await shows('nyr', popup), popup).toBe(true);
    }
    expect((await api.ask('/api/user/v1/checkpopup?popup=other', { token: tokens.nyr ?? '' })).status).toBe(
      400,
    );
    // Customers who pay by direct debit are not asked for a card.
    await database.db.update(customers).set({ paymentMethod: 'bank' }).where(eq(customers.id, 'birgir'));
    expect(await shows('birgir', 'card')).toBe(false);
    expect(await shows('birgir', 'bank')).toBe(true);
  });

  test('PAY-14: a popup that was put off comes back after thirty days, and does not affect the others', async () => {
    expect((await save('nyr', 'bank', 'dismissed')).status).toBe(204);
    expect(await shows('nyr', 'bank')).toBe(false);
    expect(await shows('nyr', 'card')).toBe(true);
    expect(await shows('birgir', 'bank')).toBe(true);
    now = new Date('2026-12-21T11:59:59Z');
    expect(await shows('nyr', 'bank')).toBe(false);
    now = new Date('2026-12-21T12:00:00Z');
    expect(await shows('nyr', 'bank')).toBe(true);
    await save('nyr', 'bank', 'dismissed');
    await save('nyr', 'bank', 'done');
    expect(await shows('nyr', 'bank')).toBe(true);
  });
});
