import type { ClaimFacts, ClaimStatus, DocumentList } from '@hofn/contracts';
import {
  claims,
  type Database,
  documents,
  instalments,
  policies,
  policyCovers,
  premiumParts,
  products,
} from '@hofn/database';
import productList from '@hofn/database/seed/data/products.json' with { type: 'json' };
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase, testDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeClaim } from '../claims/testing.ts';
import { loadDemo } from '../core/import/load-demo.ts';
import { createMails } from '../platform/mail/mails.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, noon, startApi } from '../testing.ts';
import { nightOf } from './testing.ts';

const outbox = { send: async () => {} };

describeWithDatabase('what an issued document states', (open) => {
  const clock = fixedClock();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let night: () => Promise<void>;
  let anna: string;
  let birgir: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { clock });
    night = await nightOf(database, clock);
    const late = { exp: Date.parse('2028-01-01') / 1000 };
    [anna, birgir] = [await issuer.token('anna', late), await issuer.token('birgir', late)];
    await night();
  });
  afterAll(() => api.stop());

  const issued = async (kind: string, token = anna) => {
    const answer = await api.ask(`/api/document/v1/edocuments?kind=${kind}&sort=oldest&limit=100`, { token });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as DocumentList).items;
  };
  const read = async (id: string | undefined, token = anna, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask(`/api/document/v1/download/${id}`, { token, language });
    expect(answer.status).toBe(200);
    return textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  };
  const decide = (
    status: ClaimStatus,
    amounts: Pick<Partial<ClaimFacts>, 'lossAmount' | 'compensation' | 'payments'> = {},
  ) =>
    changeClaim(
      { db: database.db, clock, mails: createMails({ ...database, clock, outbox }) },
      'anna',
      'c1',
      {
        status,
        by: { role: 'handler', name: 'Prófa Fulltrúadóttir' },
        ...amounts,
      },
    );

  test('HOLD-15: a decision letter states its own amounts although the claim was reopened, and two decisions on one day are two letters', async () => {
    await decide('partlyApproved', { lossAmount: 400_000, compensation: 300_000 });
    await night();
    await decide('settled');
    await decide('reopened');
    await decide('rejected', { compensation: 0 });
    await decide('reopened');
    await decide('approved', { lossAmount: 950_000, compensation: 900_000 });
    await night();
    const letters = await issued('claimDecision');
    expect(letters).toHaveLength(3);
    const texts = await Promise.all(letters.map(({ id }) => read(id)));
    const lettersWith = (compensation: string) => texts.filter((text) => text.includes(compensation));
    expect(lettersWith('300.000')).toHaveLength(1);
    expect(lettersWith('300.000')[0]).toContain('samþykkt að bæta hluta');
    expect(lettersWith('300.000')[0]).toContain('400.000');
    expect(lettersWith('900.000')).toHaveLength(1);
    expect(lettersWith('900.000')[0]).not.toContain('400.000');
    const refused = texts.filter((text) => text.includes('Tryggingin bætir þetta tjón ekki.'));
    expect(refused).toHaveLength(1);
    expect(refused[0]).not.toContain('900.000');
  });

  test('DATA-5: a decision states its amount, deductible, account and day of payment; without an amount it is no decision on compensation', async () => {
    const claim = and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1'));
    await decide('reopened');
    await database.db.update(claims).set({ lossAmount: null, compensation: null }).where(claim);
    await decide('approved', { lossAmount: 500_000 });
    await night();
    const accepted = (await issued('claimDecision')).find(({ title }) =>
      title.startsWith('Bótaskylda samþykkt: '),
    );
    const [is, en] = [await read(accepted?.id), await read(accepted?.id, anna, 'en')];
    expect(is).toContain('Bótaskylda samþykkt: ');
    expect(is).toContain('Fjárhæð bóta hefur ekki verið ákveðin enn.');
    expect(is).not.toContain('Ákvörðun um bætur');
    expect(en).toContain('Claim accepted: ');
    expect(en).toContain('has not been decided yet');

    const payment = {
      title: { is: 'Viðgerð', en: 'Repair' },
      recipient: 'Anna Prófdóttir',
      paidOn: null,
      account: null,
    };
    const payments = [
      {
        ...payment,
        id: 'b1',
        amount: 200_000,
        state: 'paid' as const,
        paidOn: '2026-11-20',
        account: '0133-26-004410',
      },
      { ...payment, id: 'b2', amount: 160_000, state: 'approved' as const },
      { ...payment, id: 'b3', amount: 7, state: 'awaitingDocuments' as const },
    ];
    const earlier = (await issued('claimDecision')).map(({ id }) => id);
    await decide('approved', { lossAmount: 500_000, compensation: 360_000, payments });
    await night();
    const [decision] = (await issued('claimDecision')).filter(({ id }) => !earlier.includes(id));
    expect(decision?.title).toMatch(/^Ákvörðun um bætur: /);
    const text = await read(decision?.id);
    for (const words of [
      '360.000',
      '140.000',
      '0133-26-••4410',
      '20. nóvember 2026',
      '160.000',
      'Ógreitt enn',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('ekki verið ákveðin');
    expect(text).not.toMatch(/\b7 kr/);
  });

  test('HOLD-15: a policy amended in its period gets one new certificate, and the first still states what it did', async () => {
    const p1 = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    const certificates = async () =>
      (await issued('certificate')).filter(({ policy }) => policy?.id === 'p1');
    expect(await certificates()).toHaveLength(1);
    await database.db.update(policies).set({ deductible: 90_000 }).where(p1);
    await database.db.delete(policyCovers).where(eq(policyCovers.customerId, 'anna'));
    clock.set('2026-12-02T04:15:00Z');
    await night();
    await night();
    const [first, second, ...more] = await certificates();
    expect(more).toEqual([]);
    expect(second?.date).toBe('2026-12-02');
    const [before, after] = [await read(first?.id, anna, 'en'), await read(second?.id, anna, 'en')];
    expect(before).toContain('140,000');
    expect(before).toContain('150,000');
    expect(after).toContain('90,000');
    expect(after).not.toContain('140,000');
    expect(after).not.toContain('150,000');
    // Reverting it is another amendment.
    await database.db.update(policies).set({ deductible: 140_000 }).where(p1);
    await night();
    expect(await certificates()).toHaveLength(3);
    // An update without changes issues nothing, nor does a suspension.
    await database.db.update(policies).set({ deductible: 140_000 }).where(p1);
    await database.db.update(policies).set({ suspendedOn: '2026-12-01' }).where(p1);
    await night();
    expect(await certificates()).toHaveLength(3);
    await database.db.update(policies).set({ suspendedOn: null }).where(p1);
  });

  test('HOLD-15: after a policy is renewed in place, last year’s certificate has last year’s facts, names and wordings', async () => {
    const b1 = and(eq(policies.customerId, 'birgir'), eq(policies.id, 'b1'));
    const part = { customerId: 'birgir', policyId: 'b1', id: 'base', amount: 104_000 };
    await database.db.insert(premiumParts).values(part);
    await database.db
      .update(policies)
      .set({ validFrom: '2027-03-01', validTo: '2028-02-29', premiumPerYear: 96_000 })
      .where(b1);
    await database.db.update(products).set({ nameIs: 'Kaskó nýja' }).where(eq(products.id, 'kasko'));
    clock.set('2027-03-01T04:15:00Z');
    await night();
    const [last, next, ...more] = await issued('certificate', birgir);
    expect(more).toEqual([]);
    const [then, now] = [await read(last?.id, birgir), await read(next?.id, birgir)];
    expect(last?.title).toBe('Skírteini: Kaskótrygging');
    expect(then).toContain('80.000');
    expect(then).toContain('28. febrúar 2027');
    expect(then).not.toContain('96.000');
    expect(then).not.toContain('Kaskó nýja');
    expect(now).toContain('96.000');
    expect(now).toContain('Kaskó nýja');
    clock.set(noon);
  });

  test('HOLD-15: an invoice states the amount and policies of its issue, although the instalment has changed since', async () => {
    const [invoice] = (await issued('invoice')).filter(({ date }) => date === '2026-11-17');
    await database.db
      .update(instalments)
      .set({ amount: 77_777, method: 'bank' })
      .where(and(eq(instalments.customerId, 'anna'), eq(instalments.id, '3')));
    const text = await read(invoice?.id);
    expect(text).toContain('12.000');
    expect(text).not.toContain('77.777');
    expect(text).toContain('1000001');
  });

  test('HOLD-15: a document that an earlier release issued without facts can be opened, is frozen by the next run, and is not issued again', async () => {
    const { db } = database;
    const before = await db.$count(documents);
    const of = (policyId: string) =>
      and(
        eq(documents.customerId, 'anna'),
        eq(documents.kind, 'certificate'),
        eq(documents.policyId, policyId),
      );
    const stored = async (policyId: string) => (await db.select().from(documents).where(of(policyId)))[0];
    for (const policyId of ['p2', 'p3'])
      await db.update(documents).set({ facts: null, wordings: null, fingerprint: null }).where(of(policyId));
    expect(await read((await stored('p2'))?.id)).toContain('Ægisíða 14');
    await db.update(policies).set({ renews: true }).where(eq(policies.customerId, 'anna'));
    await night();
    expect(await db.$count(documents)).toBe(before);
    // A document that was opened keeps the PDF that was shown; today's facts would differ from it.
    expect(await stored('p2')).toMatchObject({ facts: null, fileIs: expect.any(String) });
    expect(await stored('p3')).toMatchObject({ facts: { id: 'p3' }, fileIs: null });
  });

  test('LIFE-41: a certificate does not refer to the certificate for the deductible, whatever the product’s text says', async () => {
    const kasko = eq(products.id, 'kasko');
    const [before] = await database.db.select().from(products).where(kasko);
    await database.db
      .update(products)
      .set({
        deductibleIs: 'Eigin áhætta er föst fjárhæð. Hún stendur í skírteininu. Hún lækkar iðgjaldið.',
        deductibleEn:
          'The deductible is fixed. It is shown in the insurance certificate. It lowers the premium.',
      })
      .where(kasko);
    const own = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    await database.db.update(policies).set({ premiumPerYear: 123_456 }).where(own);
    await night();
    const last = (await issued('certificate')).filter(({ policy }) => policy?.id === 'p1').at(-1);
    const [is, en] = [await read(last?.id), await read(last?.id, anna, 'en')];
    expect(is).toContain('Eigin áhætta er föst fjárhæð. Hún lækkar iðgjaldið.');
    expect(is).not.toContain('stendur í skírteininu');
    expect(en).toContain('The deductible is fixed. It lowers the premium.');
    expect(en).not.toContain('shown in the insurance certificate');
    await database.db
      .update(products)
      .set({ deductibleIs: before?.deductibleIs ?? '', deductibleEn: before?.deductibleEn ?? '' })
      .where(kasko);
  });

  test('LIFE-41: no product of ours says of its deductible that the certificate tells', () => {
    const texts = productList.flatMap(({ deductibleIs, deductibleEn }) => [deductibleIs, deductibleEn]);
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) expect(text).not.toMatch(/skírteini|certificate/i);
  });
});

test(
  'HOLD-15: every kind of document has the same text from frozen facts as from the data',
  async () => {
    const today = noon.slice(0, 10);
    const clock = fixedClock();
    const issuer = await createIssuer();
    const kinds = [
      'certificate',
      'renewal',
      'invoice',
      'claimDecision',
      'transactionOverview',
      'policyOverview',
      'annualStatement',
    ];
    const database = await testDatabase();
    const demo = await loadDemo(database, today);
    const api = await startApi(database, issuer, { clock });
    const textsOf = async () => {
      const texts: string[] = [];
      for (const kind of kinds) {
        // Guðrún's account has entries of this year only, and Katla has the decisions.
        const name =
          kind === 'annualStatement' ? 'Aðalheiður' : kind === 'claimDecision' ? 'Katla' : 'Guðrún';
        const customerId = demo.find((person) => person.name.startsWith(name))?.customerId ?? '';
        const token = await issuer.token(customerId);
        const list = await api.ask(`/api/document/v1/edocuments?kind=${kind}&limit=2`, { token });
        const { items } = (await list.json()) as DocumentList;
        expect(items.length, kind).toBeGreaterThan(0);
        for (const { id } of items)
          for (const language of ['is', 'en'] as const) {
            const file = await api.ask(`/api/document/v1/download/${id}`, { token, language });
            texts.push(await textOfPdf(new Uint8Array(await file.arrayBuffer())));
          }
      }
      return texts;
    };
    const frozen = await textsOf();
    // Without their facts, and without the files rendered from those.
    await database.db.update(documents).set({ facts: null, fileIs: null, fileEn: null });
    expect(await textsOf()).toEqual(frozen);
    await api.stop();
    await database.close();
  },
  patience(60_000),
);
