import { createHash } from 'node:crypto';
import { offersPending, type Problem, type Proposal, proposal } from '@hofn/contracts';
import { changeRequests, contents, type Database, mails, proposals } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPdf, textOfPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, startApi, temporaryFiles } from '../testing.ts';
import { offerMails } from './mails.ts';
import { fillOffers } from './testing.ts';

const base = '/api/ods/v1/proposal';

describeWithDatabase('offers', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let birgir: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    api = await startApi(database, issuer, {
      files,
      settings: { ...defaultSettings(), RATE_COSTLY: 1000 },
    });
    anna = await issuer.token('anna');
    birgir = await issuer.token('birgir');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await fillOffers(database);
    await database.db.delete(mails);
  });

  const get = async (id: string, language: 'is' | 'en' = 'is'): Promise<Proposal> => {
    const answer = await api.ask(`${base}/${id}`, { token: anna, language });
    expect(answer.status).toBe(200);
    return proposal.parse(await answer.json());
  };
  const ipid = async (id: string, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask(`${base}/${id}/ipid`, { token: anna, language });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const post = (
    id: string,
    body: object,
    more: { key?: string; token?: string; language?: 'is' | 'en' } = {},
  ) =>
    api.ask(`${base}/${id}`, {
      method: 'POST',
      token: more.token ?? anna,
      language: more.language ?? 'is',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(more.key && { 'idempotency-key': more.key }) },
    });
  const codeOf = async (answer: Response) => ((await answer.json()) as Problem).errorCode;

  test('DATA-8: offers are listed with the first to expire on top; expired ones are listed for a month', async () => {
    const answer = await api.ask('/api/offers/v1/pending', { token: anna });
    const { items } = offersPending.parse(await answer.json());
    expect(
      items.map(({ id, state, premiumPerYear, premiumNow }) => [id, state, premiumPerYear, premiumNow]),
    ).toEqual([
      ['o3', 'expired', 76_000, null],
      ['o2', 'pending', 76_000, null],
      ['o1', 'pending', 76_000, 90_000],
    ]);
    const other = await api.ask('/api/offers/v1/pending', { token: birgir });
    expect(await other.json()).toEqual({ items: [] });
  });

  test('PORT-19: offers are searched, filtered by last day and state, sorted, and available as CSV and PDF', async () => {
    const ask = (query: string, accept = 'application/json') =>
      api.ask(`/api/offers/v1/pending?${query}`, { token: anna, headers: { accept } });
    const idsOf = async (query: string) =>
      offersPending.parse(await (await ask(query)).json()).items.map(({ id }) => id);
    expect(await idsOf('search=rav4')).toEqual(['o3', 'o2', 'o1']);
    expect(await idsOf('search=9000002')).toEqual(['o2']);
    expect(await idsOf('search=xyz')).toEqual([]);
    expect(await idsOf('state=pending')).toEqual(['o2', 'o1']);
    expect(await idsOf('state=expired')).toEqual(['o3']);
    expect(await idsOf('from=2026-11-21')).toEqual(['o2', 'o1']);
    expect(await idsOf('to=2026-11-20')).toEqual(['o3']);
    expect((await ask('from=2026-11-21&to=2026-11-20')).status).toBe(400);
    const dearer = [
      { id: 'base', amount: 90_000 },
      { id: 'loyalty', amount: -4_000 },
    ];
    await database.db.update(proposals).set({ parts: dearer }).where(eq(proposals.id, 'o1'));
    expect(await idsOf('sort=premium')).toEqual(['o1', 'o3', 'o2']);
    const csv = await ask('state=expired', 'text/csv');
    expect(csv.headers.get('content-disposition')).toContain('tilbod-2026-11-21.csv');
    const [, row] = (await csv.text()).split('\r\n');
    expect(row).toMatch(/^9000003;.*;"?Toyota RAV4, ÞB X42"?;Útrunnið;2026-11-20;76000$/);
    const pdf = await ask('state=expired', 'application/pdf');
    expect(await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).toContain('9000003');
  });

  test('DATA-8: a proposal is compared with today’s policy: covers, deductible and premium by its parts', async () => {
    const shown = await get('o1');
    expect(shown.policy).toEqual({ id: 'p1', number: '1000001' });
    expect(shown.premiumPerYear).toEqual({ offered: 76_000, now: 90_000 });
    expect(shown.deductible).toEqual({ offered: 185_000, now: 140_000 });
    const sum = (side: 'offered' | 'now') =>
      shown.parts.reduce((total, part) => total + (part[side] ?? 0), 0);
    expect([sum('offered'), sum('now')]).toEqual([76_000, 90_000]);
    expect(shown.covers.map(({ id }) => id)).toEqual(['collision', 'rental', 'abroad']);
    expect(shown.covers[0]?.offered).toEqual({ sumInsured: 5_000_000, deductible: 185_000 });
    expect(shown.covers[1]?.offered).toBeNull();
    expect(shown.covers[0]?.now).not.toBeNull();
    expect(shown.exclusions.map(({ id }) => id)).toEqual(['wear']);
    expect(shown.needs).toEqual(['Lægra iðgjald.']);
    expect((await get('o1', 'en')).needs).toEqual(['A lower premium.']);
    expect((await get('o2')).premiumPerYear.now).toBeNull();
  });

  test('the product information document is a tagged PDF in the reader’s language, with the same bytes each time', async () => {
    const first = await ipid('o1');
    expect(Buffer.from(await ipid('o1')).equals(first)).toBe(true);
    const text = await textOfPdf(first);
    for (const words of ['Hvað er tryggt?', 'Hvað er ekki tryggt?', 'Árekstur', 'Slit', 'BK10'])
      expect(text).toContain(words);
    expect(await textOfPdf(await ipid('o1', 'en'))).toContain('What is insured?');
    expect(await readPdf(first)).toBeDefined();
  });

  test('DATA-8: accepting creates a change request, with proof of what was shown, and is confirmed with the document', async () => {
    const shown = await get('o1');
    const answer = await post('o1', { answer: 'accept', shown: shown.shown });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        ...{ state: 'accepted', effectiveOn: '2026-12-01' },
        request: expect.objectContaining({ kind: 'offer', state: 'open', policy: null }),
      },
    ]);
    const [change] = await database.db.select().from(changeRequests);
    expect(change).toMatchObject({
      customerId: 'anna',
      policyId: 'p1',
      proposalId: 'o1',
      actorId: 'anna',
      effectiveOn: '2026-12-01',
      premium: 76_000,
      tariffVersion: 'test-1',
      state: 'pending',
    });
    expect(change?.before).toMatchObject({ premiumPerYear: 90_000, deductible: 140_000 });
    expect(change?.after).toMatchObject({ premiumPerYear: 76_000, deductible: 185_000 });
    // Who decides on it is not part of the offer.
    const { decision, ...offered } = shown;
    expect(decision?.decided).toBe('referred');
    expect(change?.proof).toMatchObject({ language: 'is', shownHash: shown.shown, shown: offered });
    // The stored document is the one that could be read, byte for byte.
    expect(change?.proof?.ipid).toBe(
      createHash('sha256')
        .update(await ipid('o1'))
        .digest('hex'),
    );
    const [mail] = await database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'proposalAccepted', recipient: 'anna@example.is' });
    const subject = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
    const compose = offerMails({ db: database.db, files, site: 'https://hofn.example' }).proposalAccepted;
    const letter = await compose({ subject, about: mail?.about ?? {}, language: 'is' });
    expect(letter?.attachments?.map(({ name }) => name)).toEqual(['upplysingaskjal-9000001.pdf']);
    const [row] = await database.db.select().from(proposals).where(eq(proposals.id, 'o1'));
    expect(row).toMatchObject({ state: 'accepted', answeredBy: 'anna' });
    expect((await get('o1')).state).toBe('accepted');
  });

  test('a proposal is answered once: a repeated answer is idempotent, and another answer is refused', async () => {
    const { shown } = await get('o1');
    const body = { answer: 'accept', shown };
    const both = await Promise.all([post('o1', body, { key: 'k' }), post('o1', body, { key: 'k' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const again of [body, { answer: 'decline' }]) {
      const refused = await post('o1', again);
      expect([refused.status, await codeOf(refused)]).toEqual([409, 'conflict']);
    }
    expect(await database.db.select().from(changeRequests)).toHaveLength(1);
    expect((await post('o2', { answer: 'decline' })).status).toBe(200);
    expect((await get('o2')).state).toBe('declined');
    expect(await database.db.select().from(changeRequests)).toHaveLength(1);
  });

  test('a proposal that has changed since it was shown, was read in another language, or has expired is not accepted', async () => {
    const stored = await database.db.$count(contents);
    const { shown } = await get('o1');
    const other = await post('o1', { answer: 'accept', shown }, { language: 'en' });
    expect([other.status, await codeOf(other)]).toEqual([409, 'conflict']);
    await database.db.update(proposals).set({ deductible: 250_000 }).where(eq(proposals.id, 'o1'));
    expect((await post('o1', { answer: 'accept', shown })).status).toBe(409);
    // A refused answer leaves no document behind.
    expect(await database.db.$count(contents)).toBe(stored);
    for (const body of [{ answer: 'accept', shown: (await get('o3')).shown }, { answer: 'decline' }]) {
      const expired = await post('o3', body);
      expect([expired.status, await codeOf(expired)]).toEqual([409, 'offerExpired']);
    }
    // The last day is still valid.
    expect((await post('o2', { answer: 'accept', shown: (await get('o2')).shown })).status).toBe(200);
    expect(await database.db.select().from(changeRequests)).toHaveLength(1);
  });

  test('another customer’s proposal cannot be read, saved or answered', async () => {
    const { shown } = await get('o1');
    for (const path of [`${base}/o1`, `${base}/o1/ipid`, `${base}/nothing`]) {
      expect((await api.ask(path, { token: birgir })).status, path).toBe(404);
    }
    expect((await post('o1', { answer: 'accept', shown }, { token: birgir })).status).toBe(404);
    expect((await get('o1')).state).toBe('pending');
  });
});
