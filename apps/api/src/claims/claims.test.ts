import type { Claim, ClaimOverview, Problem } from '@hofn/contracts';
import { accessGrants, actingChoices, claims, type Database, mails, uploads } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi, temporaryFiles } from '../testing.ts';
import type { ClaimDetails } from './claim-store.ts';
import { timelineOf } from './claims.ts';
import { claimMails } from './mails.ts';
import { fillClaims } from './testing.ts';

const path = '/api/claim/v1';

describeWithDatabase('claims', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const files = temporaryFiles();
    await fillClaims(database, files);
    await database.db.insert(claims).values([
      {
        customerId: 'anna',
        id: 'c3',
        number: 'T-3',
        policyId: 'p1',
        titleIs: 'Steinkast',
        titleEn: 'Stone chip',
        status: 'received',
        dateOfLoss: '2026-01-05',
        place: 'Þingvellir',
        changedAt: '2026-01-06T10:00:00Z',
        lossAmount: 90_000,
        compensation: 40_000,
      },
      {
        customerId: 'birgir',
        id: 'c9',
        number: 'T-9',
        policyId: 'b1',
        titleIs: 'Árekstur',
        titleEn: 'Collision',
        status: 'received',
        dateOfLoss: '2026-01-05',
        changedAt: '2026-01-06T10:00:00Z',
      },
      ...Array.from({ length: 120 }, (_, n) => ({
        customerId: 'felag',
        id: `f${n}`,
        number: `T-F${n}`,
        policyId: 'p1',
        titleIs: `=Tjón ${n}`,
        titleEn: `=Claim ${n}`,
        status: 'settled' as const,
        dateOfLoss: '2025-03-01',
        changedAt: '2025-04-01T10:00:00Z',
        compensation: 1_000,
      })),
    ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { files });
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());

  const get = async (query = '', token = anna): Promise<ClaimOverview> => {
    const answer = await api.ask(path + query, { token });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as ClaimOverview;
  };
  const ids = async (query = '') => (await get(query)).items.map(({ id }) => id);

  test('PORT-3, DATA-5: open claims are listed first, with totals of all claims, and drafts', async () => {
    const overview = await get();
    expect(overview.items.map(({ id, open: isOpen }) => [id, isOpen])).toEqual([
      ['c1', true],
      ['c3', true],
      ['c2', false],
    ]);
    expect(overview.items[0]).toMatchObject({
      number: 'T-1',
      title: 'Árekstur á Miklubraut',
      status: 'inProgress',
      policy: { id: 'p1', number: '1000001', name: 'Kaskótrygging' },
      changedAt: '2026-11-12T10:00:00Z',
    });
    expect(overview.sums).toEqual({ count: 3, open: 2, lossAmount: 90_000, compensation: 40_000 });
    expect(overview.policies.map(({ id }) => id)).toEqual(['p2', 'p1']);
    expect(overview.drafts.map(({ token }) => token).sort()).toEqual(['d1', 'd2', 'd3']);
    // LIFE-14: a draft is listed by its kind and day of loss, and its answers stay in it.
    expect(overview.drafts[0]).toEqual({
      token: expect.any(String),
      line: 'home',
      title: 'Tjón á innbúi: Vatn eða leki',
      dateOfLoss: '2026-11-20',
      changedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
  });

  test('LIFE-14: a draft is listed only for those who may open it', async () => {
    const token = await issuer.token('birgir', { sid: 'of-birgir' });
    const year = { validFrom: '2026-03-01', validTo: '2027-02-28', givenAt: '2026-03-01T12:00:00Z' };
    const given = { ...year, customerId: 'anna', id: 'reads', holderId: 'birgir', givenBy: 'anna' };
    for (const [role, drafts] of [
      ['Readonly', 0],
      ['Full', 3],
    ] as const) {
      await database.db.delete(accessGrants).where(eq(accessGrants.id, 'reads'));
      await database.db.insert(accessGrants).values({ ...given, role });
      const acting = await api.ask('/api/user/v1/login/switchcustomer', {
        method: 'POST',
        token,
        body: JSON.stringify({ ssn: '1402851489' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(acting.status).toBe(200);
      const overview = await get('', token);
      expect([overview.drafts.length, overview.items.length], role).toEqual([drafts, 3]);
    }
    await database.db.delete(actingChoices);
    await database.db.delete(accessGrants).where(eq(accessGrants.id, 'reads'));
  });

  test('DATA-5, PORT-19: filtered by state, period, policy and search; sorted; paged, each claim once', async () => {
    expect(await ids('?state=closed')).toEqual(['c2']);
    expect(await ids('?from=2026-01-01&to=2026-06-30')).toEqual(['c3']);
    expect(await ids('?policy=p1')).toEqual(['c1', 'c3']);
    expect(await ids('?search=thingvellir')).toEqual(['c3']);
    expect(await ids('?search=KASKO')).toEqual(['c1', 'c3']);
    expect(await ids('?search=%25')).toEqual([]);
    expect(await ids('?sort=newest')).toEqual(['c1', 'c3', 'c2']);
    expect(await ids('?sort=oldest')).toEqual(['c2', 'c3', 'c1']);
    expect((await ids('?sort=largest'))[0]).toBe('c3');
    const felag = await issuer.token('felag');
    const found = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: ClaimOverview = await get(`?limit=50${cursor && `&cursor=${cursor}`}`, felag);
      expect(page.sums.count).toBe(120);
      for (const { id } of page.items) found.add(id);
      cursor = page.nextCursor;
    }
    expect(found.size).toBe(120);
  });

  test('ACC-5: nobody reads another customer’s claims, and another customer’s policy or claim is not found', async () => {
    const birgir = await issuer.token('birgir');
    expect((await get('', birgir)).items.map(({ id }) => id)).toEqual(['c9']);
    expect((await api.ask(`${path}?policy=b1`, { token: anna })).status).toBe(404);
    expect((await api.ask(`${path}/getclaim/c9`, { token: anna })).status).toBe(404);
    expect((await api.ask(`${path}/getclaim/c9`, { token: birgir })).status).toBe(200);
  });

  test('a cursor of another list and reversed days are validation errors that name the field', async () => {
    const { nextCursor } = await get('?limit=1');
    const errorsOf = async (query: string) => {
      const answer = await api.ask(`${path}?${query}`, { token: anna });
      expect(answer.status, query).toBe(400);
      return Object.keys(((await answer.json()) as Problem).errors ?? {});
    };
    expect(await errorsOf(`limit=1&sort=oldest&cursor=${nextCursor}`)).toEqual(['cursor']);
    expect(await errorsOf('from=2026-11-02&to=2026-11-01')).toEqual(['to']);
  });

  test('PORT-19: CSV or PDF by the Accept header, with all claims', async () => {
    const file = (accept: string, token: string) => api.ask(path, { token, headers: { accept } });
    const csv = await file('text/csv', anna);
    expect(csv.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''tjon-2026-11-21.csv");
    expect((await csv.text()).replace('\ufeff', '').split('\r\n').slice(0, 3)).toEqual([
      'Tjónsnúmer;Tjón;Staða;Tjónsdagur;Tjónsstaður;Trygging;Tryggingarnúmer;Metið tjón;Greiddar bætur',
      'T-1;Árekstur á Miklubraut;Í vinnslu;2026-11-10;;Kaskótrygging;1000001;;',
      'T-3;Steinkast;Móttekið;2026-01-05;Þingvellir;Kaskótrygging;1000001;90000;40000',
    ]);
    const felag = await issuer.token('felag');
    expect((await (await file('text/csv', felag)).text()).match(/'=Tjón/g)).toHaveLength(120);
    const pdf = await readPdf(new Uint8Array(await (await file('application/pdf', anna)).arrayBuffer()));
    expect(pdf.marked).toBe(true);
    const text = pdf.pages.join('\n').replaceAll('\u00a0', ' ');
    for (const part of ['Anna Prófdóttir', '140285-1489', 'Steinkast', '40.000 kr.'])
      expect(text).toContain(part);
  });

  test('DATA-5: a claim has its timeline, payments, messages and files, in the reader’s language', async () => {
    const answer = await api.ask(`${path}/getclaim/c1`, { token: anna, language: 'en' });
    const claim = (await answer.json()) as Claim;
    expect(claim.timeline.map(({ state, step, at, by, note }) => [state, step, at, by.role, note])).toEqual([
      ['done', 'filed', '2026-11-10T17:00:00Z', 'customer', null],
      ['done', 'received', '2026-11-11T09:00:00Z', 'handler', 'To be seen on Tuesday'],
      ['now', 'inProgress', '2026-11-12T10:00:00Z', 'handler', null],
      ['next', 'decision', null, 'handler', null],
    ]);
    expect(claim).toMatchObject({
      title: 'Collision on Miklabraut',
      deductible: 140_000,
      deductibleText: 'A chosen amount',
      ownShare: { varies: false, percent: null },
      paymentsTotal: 30_000,
      payments: [{ title: 'Towing', state: 'paid', paidOn: '2026-11-13' }],
      messages: [{ fromInsurer: true, text: 'Er bíllinn ökufær?' }],
      files: [
        { id: 'u1', name: 'bill.jpg', state: 'receiving' },
        { id: 'u3', state: 'clean', type: 'application/pdf' },
      ],
    });
  });

  test('DATA-5, LANG-6: the overview of the filtered claims is sent as PDF or CSV, in the sender’s language', async () => {
    const send = (body: object, language: 'is' | 'en' = 'is') =>
      api.ask(`${path}/sendclaimsoverview`, {
        method: 'POST',
        token: anna,
        language,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const compose = claimMails({
      ...{ db: database.db, clock: fixedClock(), site: 'https://hofn.example', settings: {} },
    });
    const subject = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
    const sentTo = async (recipient: string) => {
      const [mail] = await database.db.select().from(mails).where(eq(mails.recipient, recipient));
      const { language = 'is', about = {} } = mail ?? {};
      expect(mail?.kind).toBe('claimsOverview');
      const letter = await compose.claimsOverview({ subject, language, about });
      const [attachment] = letter?.attachments ?? [];
      return { letter, attachment, content: attachment?.content ?? new Uint8Array() };
    };
    const answer = await send({ state: 'open' });
    expect([answer.status, await answer.json()]).toEqual([202, { email: 'anna@example.is' }]);
    const pdf = await sentTo('anna@example.is');
    expect(pdf.letter?.button?.url).toBe('https://hofn.example/vidskipti/tjonayfirlit');
    expect(pdf.attachment).toMatchObject({ name: 'tjon-2026-11-21.pdf', type: 'application/pdf' });
    const text = (await readPdf(new Uint8Array(pdf.content))).pages.join('\n');
    expect(text).toContain('Steinkast');
    expect(text).not.toContain('T-2');
    expect((await send({ format: 'csv', policy: 'p2', email: 'a@example.is' }, 'en')).status).toBe(202);
    const csv = await sentTo('a@example.is');
    expect(csv.letter?.button?.url).toBe('https://hofn.example/en/my-pages/claims');
    expect(csv.attachment?.type).toBe('text/csv');
    const lines = Buffer.from(csv.content).toString().trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['T-2']);
    expect((await send({ policy: 'b1' })).status).toBe(404);
  });

  test('a checked file can be downloaded under its name, also in ranges, by its customer only; an unchecked file is not found', async () => {
    const file = (id: string, token: string, range?: string) =>
      api.ask(`${path}/attachments/${id}`, { token, ...(range && { headers: { range } }) });
    const whole = await file('u3', anna);
    expect(whole.headers.get('content-disposition')).toContain(encodeURIComponent('Skýrsla pípara.pdf'));
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await whole.text()).toBe('0123456789');
    const part = await file('u3', anna, 'bytes=2-4');
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect((await file('u1', anna)).status).toBe(404);
    expect((await file('u3', await issuer.token('birgir'))).status).toBe(404);
  });

  test('LIFE-14: a photo of a draft is shown to those who may file it, and to nobody else', async () => {
    const photo = eq(uploads.id, 'u3');
    await database.db.update(uploads).set({ holder: 'claimDraft', holderId: 'd3' }).where(photo);
    await database.db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'reads',
      holderId: 'nyr',
      role: 'Readonly',
      givenBy: 'anna',
      givenAt: '2026-11-01T12:00:00Z',
      validFrom: '2026-11-01',
      validTo: '2027-11-01',
    });
    try {
      const statusFor = async (token: string) => (await api.ask(`${path}/attachments/u3`, { token })).status;
      expect(await statusFor(anna)).toBe(200);
      expect(await statusFor(await issuer.token('birgir'))).toBe(404);
      const delegate = await issuer.token('nyr', { sid: 'reader' });
      const acting = await api.ask('/api/user/v1/login/switchcustomer', {
        method: 'POST',
        token: delegate,
        body: JSON.stringify({ ssn: '1402851489' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(acting.status).toBe(200);
      expect(await statusFor(delegate)).toBe(404);
      await database.db.update(accessGrants).set({ role: 'Full' }).where(eq(accessGrants.id, 'reads'));
      expect(await statusFor(delegate)).toBe(200);
    } finally {
      await database.db.delete(accessGrants).where(eq(accessGrants.id, 'reads'));
      await database.db.update(uploads).set({ holder: 'claim', holderId: 'c1' }).where(photo);
    }
  });

  test('a message sent several times is stored once, and a closed claim accepts none', async () => {
    const write = (id: string, key: string, text = 'Hann er ökufær.') =>
      api.ask(`${path}/claims/${id}/messages`, {
        method: 'POST',
        token: anna,
        body: JSON.stringify({ text }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      });
    const [first, again] = [await write('c1', 'k1'), await write('c1', 'k1')];
    expect(first.status).toBe(201);
    expect(await again.json()).toEqual(await first.json());
    const list = await api.ask(`${path}/claims/c1/messages`, { token: anna });
    expect(((await list.json()) as { items: object[] }).items).toMatchObject([
      { fromInsurer: true },
      { fromInsurer: false, author: 'Anna Prófdóttir', text: 'Hann er ökufær.' },
    ]);
    // A key used for a message of one claim cannot be used for another claim.
    const elsewhere = await write('c3', 'k1');
    expect(elsewhere.status).toBe(409);
    expect(((await elsewhere.json()) as Problem).errorCode).toBe('conflict');
    const closed = await write('c2', 'k2');
    expect(closed.status).toBe(409);
    expect(((await closed.json()) as Problem).errors?.FORM?.[0]).toContain('Málinu er lokið');
    expect((await write('c9', 'k3')).status).toBe(404);
    expect((await write('c1', 'k4', '  ')).status).toBe(400);
  });
});

test('DATA-5: an ended claim has no current or next step; documents requested after the decision delay only the settlement', () => {
  const claim = { status: 'settled', handlerName: null, needsBy: '2026-12-01', nextBy: null } as ClaimDetails;
  const event = {
    customerId: 'a',
    claimId: 'c',
    role: 'handler',
    name: 'H',
    noteIs: null,
    noteEn: null,
  } as const;
  const events = (['received', 'approved', 'settled'] as const).map((status, sequence) => ({
    ...event,
    sequence,
    status,
    at: `2026-11-1${sequence}T10:00:00Z`,
  }));
  expect(timelineOf(claim, events, 'is').map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  for (const status of ['rejected', 'closed', 'withdrawn'] as const)
    expect(
      timelineOf({ ...claim, status }, events, 'is').map(({ state }) => state),
      status,
    ).toEqual(['done', 'done', 'done']);
  const waiting = events.map((row) =>
    row.status === 'settled' ? { ...row, status: 'awaitingDocuments' as const } : row,
  );
  const timeline = timelineOf({ ...claim, status: 'awaitingDocuments' }, waiting, 'is');
  expect(timeline.slice(2).map(({ state, step, until }) => [state, step, until])).toEqual([
    ['now', 'awaitingDocuments', '2026-12-01'],
    ['next', 'settled', null],
  ]);
});
