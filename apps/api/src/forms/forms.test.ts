import type { FormAccepted, Problem, Upload } from '@hofn/contracts';
import {
  cases as caseRows,
  type Database,
  type Jobs,
  preventionSubscribers,
  submissions,
  uploads,
} from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { type JobTime, jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { type FormKind, formKindNames, formKinds } from '@hofn/domain/form-kinds.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fixedClock, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';
import type { CrmCase } from './crm.ts';
import { forms } from './feature.ts';
import { createSubmissionStore } from './store.ts';
import { filledForms, multipartOf } from './testing.ts';

const logger = createLogger('api', 'silent');
const autumn = '2026-11-21T12:00:00Z';
const advent = '2026-12-05T12:00:00Z';
const paper = plainPdf;

describeWithDatabase('forms of the site', (open) => {
  const clock = fixedClock();
  const cases: CrmCase[] = [];
  const looked: string[] = [];
  let deskIsAway = false;
  let answer: 'found' | 'notFound' | 'unknown' = 'found';
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    database = await open();
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_WRITE: 1000, RATE_FORM: 1000 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    const files = temporaryFiles();
    const crm = {
      open: async (about: CrmCase) => {
        if (deskIsAway) throw new Error('away');
        cases.push(about);
      },
    };
    await startJobs({ database, clock, logger, settings, jobs, files, transport, crm });
    const register = {
      find: async (ssn: string) => {
        looked.push(ssn);
        return answer;
      },
    };
    api = await startApi(database, await createIssuer(), { settings, outbox: jobs, clock, files, register });
  });
  let address = 0;
  beforeEach(() => {
    // Each test has its own address, so that none counts towards another's limit.
    address += 1;
    clock.set(autumn);
    answer = 'found';
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  type Options = { token?: string; key?: string; language?: 'is' | 'en'; from?: string };
  const post = (path: string, body: object | FormData, { token, key, language, from }: Options = {}) =>
    api.ask(path, {
      method: 'POST',
      body: body instanceof FormData ? body : JSON.stringify(body),
      headers: {
        'x-forwarded-for': from ?? `203.0.113.${address}`,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(token && { token }),
      ...(language && { language }),
    });
  const send = (kind: FormKind, changed: object = {}, options: Options = {}) => {
    const body = { ...filledForms[kind], ...changed };
    const multipart = 'multipart' in formKinds[kind];
    return post(`/api/${formKinds[kind].call}`, multipart ? multipartOf(body) : body, options);
  };
  const taken = async (response: Response): Promise<FormAccepted> => {
    expect(response.status).toBe(201);
    return (await response.json()) as FormAccepted;
  };
  const refused = async (response: Response): Promise<Problem['errors']> => {
    expect(response.status).toBe(400);
    return ((await response.json()) as Problem).errors;
  };
  const stored = async ({ reference }: FormAccepted) => {
    const [row] = await database.db.select().from(submissions).where(eq(submissions.reference, reference));
    if (!row) throw new Error(`${reference} was not stored`);
    return row;
  };
  /** Lets jobs run until an assertion passes. */
  const eventually: JobTime['until'] = (found) => jobTime(database, jobClock).until(found);
  const mailWith = (text: string) =>
    eventually(() => mailServer.mails.find((mail) => mail.text?.includes(text)));

  const upload = async (token: string) => {
    const offered = await post(
      '/api/form/v1/attachments',
      { name: 'vara.pdf', bytes: paper.length },
      { token },
    );
    const { id } = (await offered.json()) as Upload;
    const part = await api.ask(`/api/upload/v1/${id}/content?offset=0`, {
      method: 'POST',
      token,
      body: new Uint8Array(paper),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(part.status).toBe(200);
    return id;
  };
  const visit = async () =>
    ((await (await post('/api/upload/v1/visits', {})).json()) as { right: string }).right;

  test('FORM-9, FORM-12, STAFF-6: each kind has its own call, is stored by kind with its own reference, and is queued for staff if it needs an answer', async () => {
    clock.set(advent);
    const waiting = new Map<string, string>();
    const references = new Set<string>();
    for (const [at, kind] of formKindNames.entries()) {
      if (kind === 'dataGateway') continue;
      address = 100 + at;
      const days = kind === 'appointmentRequest' ? { preferredDate: '2026-12-08' } : {};
      const dates = 'startDate' in filledForms[kind] ? { startDate: '2026-12-06' } : days;
      const response = await taken(await send(kind, dates));
      expect(response.status, kind).toBe(kind === 'forvarnarsignup' ? 'unconfirmed' : 'received');
      expect(response.reference).toMatch(/^F-2026-\d{6}$/);
      references.add(response.reference);
      const row = await stored(response);
      expect(row.kind).toBe(kind);
      for (const opened of await database.db.select().from(caseRows).where(eq(caseRows.matterId, row.id)))
        waiting.set(kind, opened.kind);
    }
    const done = ['dataGateway', 'forvarnarsignup', 'forvarnarsignout', 'lottery'];
    expect(Object.fromEntries(waiting)).toEqual(
      Object.fromEntries(
        formKindNames
          .filter((kind) => !done.includes(kind))
          .map((kind) => [kind, kind === 'inquiry' ? 'inquiry' : 'form']),
      ),
    );
    expect(references.size).toBe(formKindNames.length - 1);
  });

  test('INQ-4, KT-10: an inquiry is stored with name, e-mail, kennitala, type and description, and answered with status and reference', async () => {
    const response = await taken(
      await send('inquiry', { ssn: '120375-1489', unheardOf: 'x' }, { language: 'en' }),
    );
    expect(Object.keys(response)).toEqual(['status', 'reference']);
    expect(await stored(response)).toMatchObject({
      kind: 'inquiry',
      language: 'en',
      state: 'received',
      email: 'gestur@example.is',
      fields: {
        name: 'Þóra Prófsdóttir',
        email: 'gestur@example.is',
        ssn: '1203751489',
        type: 'Tjónaþjónusta',
        description: 'Hvar er yfirlitið?',
      },
    });
  });

  test('INQ-3: a kennitala missing from the national register is reported in English in every language, and nothing is stored', async () => {
    const before = await database.db.$count(submissions);
    answer = 'notFound';
    for (const language of ['is', 'en'] as const)
      expect(await refused(await send('inquiry', { ssn: '120375-1489' }, { language }))).toEqual({
        FORM: ['The given SSN was not found'],
      });
    expect(await database.db.$count(submissions)).toBe(before);
    answer = 'unknown';
    await taken(await send('inquiry', { ssn: '120375-1489' }));
    looked.length = 0;
    await taken(await send('inquiry', { ssn: '' }));
    expect(looked).toEqual([]);
  });

  test('FORM-7: invalid fields are reported by name, in the reader’s language, and nothing is stored', async () => {
    const before = await database.db.$count(submissions);
    const body = { name: '', email: 'x', description: 'x'.repeat(1000), type: 'Claims services' };
    expect(await refused(await send('inquiry', body, { language: 'en' }))).toEqual({
      name: ['This is missing'],
      email: [expect.stringContaining('name@example')],
      type: ['This answer is not available. Choose another one.'],
      description: [expect.stringContaining('999')],
    });
    const twice = { children: [{ name: '' }, 'x'] };
    expect((await send('childinsurance', twice)).status).toBe(400);
    const rows = await refused(await send('opportunityV2', { vehicles: [{ licensePlate: '!' }] }));
    expect(Object.keys(rows ?? {})).toEqual(['vehicles.0.licensePlate']);
    expect(await refused(await send('opportunityV2', { vehicles: ['{'] }))).toHaveProperty(['vehicles.0']);
    const nul = await refused(await send('opportunityV2', { properties: [{ address: 'Vegur\0 1' }] }));
    expect(Object.keys(nul ?? {})).toEqual(['properties.0.address']);
    expect(await database.db.$count(submissions)).toBe(before);
  });

  test('HOLD-23: texts of a form are stored composed, as JSON, in a multipart body and in the rows of a list', async () => {
    const decomposed = 'Zofía Śliwińska Þórðardóttir'.normalize('NFD');
    const composed = decomposed.normalize('NFC');
    const inquiry = await stored(await taken(await send('inquiry', { name: decomposed })));
    expect(inquiry.fields).toMatchObject({ name: composed });
    const business = await stored(await taken(await send('business', { contactName: decomposed })));
    expect(business.fields).toMatchObject({ contactName: composed });
    // Multipart rows are JSON texts, in which a program may escape every mark.
    const escaped = JSON.stringify({ address: decomposed, postalCode: '101' }).replaceAll(
      /[^ -~]/g,
      (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const offer = await stored(await taken(await send('opportunityV2', { properties: [escaped] })));
    expect(offer.fields).toMatchObject({ properties: [{ address: composed }] });
  });

  test('HOLD-24: a form takes what people paste, and stores it in one form', async () => {
    const pasted = { ssn: 'kt. 120375\u20111489\u200b', email: '<gestur@example.is>\u200e', name: 'Þóra 👍' };
    expect(await stored(await taken(await send('inquiry', pasted)))).toMatchObject({
      email: 'gestur@example.is',
      fields: { ssn: '1203751489', email: 'gestur@example.is', name: 'Þóra 👍' },
    });
  });

  test.each([
    ['half a surrogate pair', 'a\ud83db', /half a character/],
    ['a control character', 'a\u0007b', /control character/],
    ['only invisible characters', '\u3164\u200b', /^This is missing$/],
  ])(
    'HOLD-24: a description with %s is refused at its field, and nothing is stored',
    async (_, description, text) => {
      const before = await database.db.$count(submissions);
      expect(await refused(await send('inquiry', { description }, { language: 'en' }))).toEqual({
        description: [expect.stringMatching(text)],
      });
      const row = { properties: [{ address: `Vegur ${description} 1` }] };
      if (!/missing/.test(text.source))
        expect(Object.keys((await refused(await send('opportunityV2', row))) ?? {})).toEqual([
          'properties.0.address',
        ]);
      expect(await database.db.$count(submissions)).toBe(before);
    },
  );

  test('FORM-7: a form whose file is withdrawn while it is being stored is refused, and nothing is stored', async () => {
    const { db } = database;
    const token = await visit();
    const files = [await upload(token)];
    const before = [await db.$count(submissions), await db.$count(caseRows)];
    await db.execute(sql`create function take_back() returns trigger language plpgsql as
      $$ begin delete from uploads where holder = 'visit'; return new; end $$`);
    await db.execute(
      sql`create trigger take_back after insert on submissions for each row execute function take_back()`,
    );
    try {
      expect(Object.keys((await refused(await send('dataGateway', { files }, { token }))) ?? {})).toEqual([
        'files',
      ]);
    } finally {
      await db.execute(sql`drop trigger take_back on submissions`);
      await db.execute(sql`drop function take_back`);
    }
    expect([await db.$count(submissions), await db.$count(caseRows)]).toEqual(before);
    // Its other files are still there, for another attempt.
    await taken(await send('dataGateway', { files }, { token }));
  });

  test('FORM-3: business, safetyproduct, opportunityV2 and the salesforce case are multipart and not JSON, all others only JSON', async () => {
    const multipart = ['business', 'safetyproduct', 'opportunityV2', 'salesforceCase'] as const;
    for (const kind of multipart)
      expect((await post(`/api/${formKinds[kind].call}`, filledForms[kind])).status, kind).toBe(415);
    const inquiry = await post('/api/form/v1/inquiry', multipartOf(filledForms.inquiry));
    expect(inquiry.status).toBe(415);
    const body = {
      products: ['home', 'pet'],
      vehicles: [{ licensePlate: 'ab 123' }, { licensePlate: 'CD456' }],
    };
    const { fields } = await stored(await taken(await send('opportunityV2', body)));
    expect(fields).toMatchObject({
      products: ['home', 'pet'],
      vehicles: [{ licensePlate: 'AB123' }, { licensePlate: 'CD456' }],
    });
    const single = { products: ['home'], vehicles: [{ licensePlate: 'ab 123' }] };
    expect((await stored(await taken(await send('opportunityV2', single)))).fields).toMatchObject({
      products: ['home'],
      vehicles: [{ licensePlate: 'AB123' }],
    });
    const withFile = multipartOf(filledForms.business);
    withFile.append('files', new Blob(['x']), 'x.pdf');
    expect(await refused(await post('/api/form/v1/business', withFile))).toHaveProperty('FORM');
  });

  test('FORM-9: the reference is e-mailed without anything that was typed, and the same key is stored once', async () => {
    const key = crypto.randomUUID();
    const first = await taken(await send('other', { subject: 'Kaupið hér' }, { key }));
    expect(await taken(await send('other', { subject: 'Kaupið hér' }, { key }))).toEqual(first);
    expect((await send('other', { subject: 'Annað' }, { key })).status).toBe(409);
    const mail = await mailWith(first.reference);
    expect(mail.recipients).toEqual(['gestur@example.is']);
    expect(mail.subject).toBe('Erindið er komið til okkar');
    expect(mail.text).not.toMatch(/Kaupið|Þóra/);
    await eventually(async () => (await stored(first)).receiptSentAt);
    expect(mailServer.mails.filter(({ text }) => text?.includes(first.reference))).toHaveLength(1);
  });

  test('FORM-10: a filled honeypot is refused and reported, and nothing is stored', async () => {
    const before = await database.db.$count(submissions);
    expect(await refused(await send('inquiry', { website: 'https://robot.example' }))).toEqual({
      website: ['Láttu þennan reit vera auðan'],
    });
    expect(await database.db.$count(submissions)).toBe(before);
  });

  test('FORM-10: an address’s eleventh form in ten minutes must wait as Retry-After says, another address need not', async () => {
    for (let n = 0; n < 5; n += 1) await taken(await send('inquiry'));
    clock.set('2026-11-21T12:06:00Z');
    for (let n = 0; n < 5; n += 1) await taken(await send('forvarnarsignout'));
    const eleventh = await send('other');
    expect(eleventh.status).toBe(429);
    const wait = Number(eleventh.headers.get('retry-after'));
    // The forms of the first minute expire by 12:11.
    expect(wait).toBe(5 * 60);
    address += 1;
    await taken(await send('other'));
    address -= 1;
    clock.set(new Date(Date.parse('2026-11-21T12:06:00Z') + wait * 1000).toISOString());
    for (let n = 0; n < 5; n += 1) await taken(await send('other'));
    expect((await send('other')).status).toBe(429);
  });

  test('FORM-10, HOLD-13: the forms of all addresses of an IPv6 network count together', async () => {
    for (let n = 1; n <= 10; n += 1) await taken(await send('other', {}, { from: `2001:db8:7:1::${n}` }));
    expect((await send('other', {}, { from: '2001:db8:7:1::11' })).status).toBe(429);
    await taken(await send('other', {}, { from: '2001:db8:7:2::1' }));
  });

  test('FORM-10: Retry-After covers all limits together, even when the minute’s limit responds first', async () => {
    const strict = { ...defaultSettings(), RATE_FORM: 10 };
    const door = await startApi(database, await createIssuer(), { settings: strict, clock });
    const send = () =>
      door.ask(`/api/${formKinds.inquiry.call}`, {
        method: 'POST',
        body: JSON.stringify(filledForms.inquiry),
        headers: { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/json' },
      });
    clock.set('2026-11-21T12:00:15Z');
    for (let n = 0; n < 10; n += 1) await taken(await send());
    // Both limits are ten, and the minute ends in 45 s.
    for (let n = 0; n < 2; n += 1) {
      const refused = await send();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBe(10 * 60 + 45);
    }
    clock.set('2026-11-21T12:11:00Z');
    await taken(await send());
    await door.stop();
  });

  test('FORM-9, FORM-10, INQ-3: a rate-limited address gets earlier answers again by their keys, without a kennitala look-up', async () => {
    // The previous test has used the next address too.
    address += 1;
    const key = crypto.randomUUID();
    const first = await taken(await send('other', {}, { key }));
    for (let n = 0; n < 9; n += 1) await taken(await send('inquiry'));
    expect((await send('other', {}, { key: crypto.randomUUID() })).status).toBe(429);
    looked.length = 0;
    expect((await send('inquiry', { ssn: '120375-1489' })).status).toBe(429);
    expect(looked).toEqual([]);
    expect(await taken(await send('other', {}, { key }))).toEqual(first);
    expect((await send('other', { subject: 'Annað' }, { key })).status).toBe(409);
  });

  test('FORM-8: files are attached to a form by the token they were uploaded with, and belong to the submission from then on', async () => {
    const token = await visit();
    const files = [await upload(token), await upload(token)];
    expect(await refused(await send('safetyproduct', { files }))).toHaveProperty('files');
    expect(
      await refused(await send('safetyproduct', { files: [...files, 'other'] }, { token })),
    ).toHaveProperty('files');
    const { id } = await stored(await taken(await send('safetyproduct', { files }, { token })));
    const rows = await database.db.select().from(uploads).where(eq(uploads.ownerId, id));
    expect(rows.map(({ holder, sender }) => [holder, sender])).toEqual([
      ['submission', 'Þóra Prófsdóttir'],
      ['submission', 'Þóra Prófsdóttir'],
    ]);
    // The token has been used: its files are ours.
    expect((await send('safetyproduct', { files }, { token })).status).toBe(409);
    const gateway = await visit();
    await taken(await send('dataGateway', { files: [await upload(gateway)] }, { token: gateway }));
  });

  test('FORM-4: a salesforce case is handed over with type, subject and kennitala once the CRM accepts it', async () => {
    deskIsAway = true;
    const token = await visit();
    const files = [await upload(token), await upload(token)];
    const response = await taken(await send('salesforceCase', { files }, { token }));
    await mailWith(response.reference);
    expect((await stored(response)).handedOverAt).toBeNull();
    deskIsAway = false;
    await eventually(async () => (await stored(response)).handedOverAt);
    expect(cases.filter(({ reference }) => reference === response.reference)).toEqual([
      {
        reference: response.reference,
        recordType: 'claims',
        subject: 'Myndir',
        description: 'Hér eru myndirnar.',
        name: 'Þóra Prófsdóttir',
        email: 'gestur@example.is',
        phone: '5605000',
        ssn: '1203751489',
        documents: 2,
      },
    ]);
  });

  test('a subscription to prevention tips starts when its link is followed, ends at once, and its link expires after a week', async () => {
    const email = 'Forvarnir@example.is';
    const subscribers = () =>
      database.db
        .select()
        .from(preventionSubscribers)
        .where(eq(preventionSubscribers.email, email.toLowerCase()));
    const subscription = await taken(
      await send('forvarnarsignup', { email, topics: ['home', 'sea'] }, { language: 'en' }),
    );
    const mail = await mailWith(subscription.reference);
    const link = /http\S+\/en\/prevention\/confirm\/#([\w-]+)/.exec(mail.text ?? '');
    const token = link?.[1] ?? '';
    expect(token).not.toBe('');
    expect(JSON.stringify(await stored(subscription))).not.toContain(token);
    expect(await subscribers()).toEqual([]);
    const confirm = (secret: string) => post('/api/form/v1/forvarnarconfirm', { token: secret });
    expect((await confirm(`${token}x`)).status).toBe(404);
    for (let n = 0; n < 2; n += 1)
      expect(await (await confirm(token)).json()).toEqual({ status: 'confirmed' });
    expect(await subscribers()).toMatchObject([
      { topics: ['home', 'sea'], language: 'en', reference: subscription.reference },
    ]);
    const { id: subject } = await stored(subscription);
    expect((await recordedEvents(database)).filter((event) => event.subject === subject)).toEqual(
      Array(2).fill({ type: 'hofn.subscription.confirmed', subject, data: {} }),
    );
    await taken(await send('forvarnarsignout', { email: email.toUpperCase() }));
    expect(await subscribers()).toEqual([]);
    // The link is still in the mailbox.
    expect((await confirm(token)).status).toBe(404);
    expect(await subscribers()).toEqual([]);

    const again = await taken(await send('forvarnarsignup', { email }));
    const [, newer = ''] = /#([\w-]+)/.exec((await mailWith(again.reference)).text ?? '') ?? [];
    expect((await confirm(newer)).status).toBe(200);
    clock.set('2026-11-28T12:00:01Z');
    expect((await confirm(newer)).status).toBe(404);
  });

  test('the draw is open from its first day to its last, and accepts each kennitala once', async () => {
    const ssn = '150320-1430';
    expect(await refused(await send('lottery'))).toEqual({ FORM: ['Leikurinn hefst 1.\u00a0desember'] });
    clock.set('2026-12-22T23:59:59Z');
    expect(await refused(await send('lottery', { ssn }))).toHaveProperty('ssn');
    const grown = { ssn: '610101-1430' };
    expect(await refused(await send('lottery', grown))).toHaveProperty('ssn');
    const other = { ssn: '8123456789' };
    await taken(await send('lottery', other));
    expect(await refused(await send('lottery', other))).toEqual({
      ssn: ['Þú hefur þegar tekið þátt. Gangi þér vel!'],
    });
    clock.set('2026-12-23T00:00:00Z');
    expect(await refused(await send('lottery', { ssn: '8123456780' }))).toHaveProperty('FORM');
  });

  test('DESK-14, STAFF-6: on the day of the draw an entry is drawn for each answer, once, and each is a case that asks staff to call', async () => {
    clock.set(advent);
    await database.db.delete(submissions);
    const entries = [
      ['8123456701', 'monthly'],
      ['8123456702', 'monthly'],
      ['8123456703', 'yearly'],
    ] as const;
    const ids: string[] = [];
    for (const [ssn, answer] of entries)
      ids.push((await stored(await taken(await send('lottery', { ssn, answer })))).id);
    const draw = async (at: string) => {
      clock.set(at);
      const { db } = await inRoleOf('api', database);
      const job = forms.jobs.find(({ name }) => name === 'lottery.draw');
      await job?.run({ db, clock, logger } as never);
      return database.db.select().from(caseRows).where(inArray(caseRows.matterId, ids));
    };
    expect(await draw('2026-12-22T09:00:00Z')).toEqual([]);
    const drawn = await draw('2026-12-23T09:00:00Z');
    expect(drawn).toHaveLength(2);
    for (const { kind, state, dueAt } of drawn)
      expect([kind, state, new Date(dueAt).toISOString()]).toEqual([
        'form',
        'open',
        '2026-12-23T17:00:00.000Z',
      ]);
    expect(drawn.map(({ matterId }) => matterId)).toContain(ids[2]);
    // A later run draws nobody else.
    const again = await draw('2026-12-24T09:00:00Z');
    expect(again.map(({ matterId }) => matterId).toSorted()).toEqual(
      drawn.map(({ matterId }) => matterId).toSorted(),
    );
  });

  test('DESK-14: a case is due when its receipt promises: a time within one working day, a programme a week before', async () => {
    const dueOf = async (kind: FormKind) => {
      const { id } = await stored(await taken(await send(kind)));
      const [opened] = await database.db.select().from(caseRows).where(eq(caseRows.matterId, id));
      return new Date(opened?.dueAt ?? 0).toISOString();
    };
    // A Saturday.
    clock.set('2026-11-21T12:00:00Z');
    expect(await dueOf('appointmentRequest')).toBe('2026-11-23T12:00:00.000Z');
    expect(await dueOf('conferencesignup')).toBe('2027-03-04T12:00:00.000Z');
    expect(await dueOf('business')).toBe('2026-11-24T12:00:00.000Z');
  });

  test('expired submissions are deleted with their files: entries to the draw thirty days after it', async () => {
    const token = await visit();
    const { id, reference } = await stored(
      await taken(await send('safetyproduct', { files: [await upload(token)] }, { token })),
    );
    clock.set(advent);
    const entry = await taken(await send('lottery', { ssn: '8123456781' }));
    const left = async () =>
      (await database.db.select({ reference: submissions.reference }).from(submissions)).map(
        (row) => row.reference,
      );
    const store = createSubmissionStore(database.db);
    await store.forget(new Date('2027-01-21T23:59:59Z'));
    expect(await left()).toEqual(expect.arrayContaining([reference, entry.reference]));
    await store.forget(new Date('2027-01-22T00:00:00Z'));
    expect(await left()).not.toContain(entry.reference);
    expect(await left()).toContain(reference);
    await store.forget(new Date('2028-11-20T12:00:01Z'));
    expect(await left()).not.toContain(reference);
    expect(await database.db.$count(uploads, eq(uploads.ownerId, id))).toBe(0);
  });
});
