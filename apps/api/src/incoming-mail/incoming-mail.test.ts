import type { CaseLine, ClaimMessage, CustomerMatter, FormAccepted, StaffCase } from '@hofn/contracts';
import {
  caseMails,
  cases,
  claims,
  customers,
  type Database,
  type Jobs,
  submissions,
  uploads,
} from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { filledForms } from '../forms/testing.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  type Issuer,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { startIncomingMail } from './server.ts';

const came = '2026-11-20T12:00:00Z';

describeWithDatabase('e-mails that come in', (open) => {
  const clock = fixedClock();
  const files = temporaryFiles();
  let database: Database;
  let issuer: Issuer;
  let outgoing: Awaited<ReturnType<typeof startMailServer>>;
  let incoming: NonNullable<Awaited<ReturnType<typeof startIncomingMail>>>;
  let jobs: Jobs;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;
  let anna: string;
  let mailer: ReturnType<typeof createTransport>;
  let photo: Buffer;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillClaims(database);
    await fillStaff(database);
    const white = { width: 8, height: 8, channels: 3, background: 'white' } as const;
    photo = await sharp({ create: white }).jpeg().toBuffer();
    outgoing = await startMailServer();
    jobs = await openApiJobs(database, createLogger('api', 'silent'), testSecrets);
    const often = 100_000;
    const settings = {
      ...defaultSettings(),
      ...{ RATE_READ: often, RATE_WRITE: often, RATE_FORM: often, FORM_SUBMISSIONS: often },
      ...{ REPLY_ADDRESS: 'svar@hofn.example', REPLY_PORT: 0 },
    };
    const transport = smtpTransport({ url: outgoing.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    const logger = createLogger('api', 'silent');
    await startJobs({ database, clock, logger, settings, jobs, files, transport });
    issuer = await createIssuer();
    const register = { find: async () => 'found' as const };
    api = await startApi(database, issuer, { settings, outbox: jobs, clock, files, register });
    const started = await startIncomingMail(api.services);
    if (!started) throw new Error('No server takes e-mail');
    incoming = started;
    mailer = createTransport({ host: '127.0.0.1', port: incoming.port, ignoreTLS: true });
    const exp = Date.parse(came) / 1000 + 90 * 86_400;
    katrin = await issuer.token('employee|katrin', { exp, actor_kind: 'employee' });
    anna = await issuer.token('anna', { exp });
  });
  beforeEach(async () => {
    clock.set(came);
    await database.db.delete(cases);
    await database.db.delete(submissions);
  });
  afterAll(async () => {
    mailer.close();
    await incoming.stop();
    await api.stop();
    await jobs.stop(1);
    await outgoing.stop();
  });

  const ask = async <Answer>(path: string, token: string): Promise<Answer> => {
    const answer = await api.ask(path, { token, language: 'is' });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  };
  const post = async <Answer>(path: string, body: object, token?: string): Promise<Answer> => {
    const answer = await api.ask(path, {
      ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      ...(token !== undefined && { token }),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as Answer;
  };
  const look = (id: string) => ask<StaffCase>(`/api/staff/v1/cases/${id}`, katrin);
  const queue = (query = '?state=all') => ask<{ items: CaseLine[] }>(`/api/staff/v1/queue${query}`, katrin);
  const onlyCase = async (): Promise<string> => {
    const { items } = await queue();
    expect(items).toHaveLength(1);
    return items[0]?.id ?? '';
  };
  const answerCase = async (id: string, text: string, close = false) => {
    const { version } = await look(id);
    await post(`/api/staff/v1/cases/${id}`, { act: 'answer', version, text, close }, katrin);
  };
  /** The newest of our e-mails to an address whose text contains something. */
  const mailTo = (recipient: string, containing: string) =>
    vi.waitFor(() => {
      const found = outgoing.mails.findLast(
        ({ recipients, text }) => recipients.includes(recipient) && text?.includes(containing),
      );
      if (!found) throw new Error(`No e-mail to ${recipient} contains ${containing}`);
      return found;
    }, patience(15_000));
  const send = (mail: SendMailOptions) => mailer.sendMail({ subject: 'Re: Svar', ...mail });
  const refusal = (mail: SendMailOptions) =>
    send(mail).then(
      () => undefined,
      (error: { responseCode?: number }) => error.responseCode,
    );
  /** A visitor asks, and is answered; @returns the case and where the answer says that replies go. */
  const answeredInquiry = async (email: string, text = 'Já, það nær yfir það.') => {
    await post<FormAccepted>('/api/form/v1/inquiry', { ...filledForms.inquiry, email });
    const id = await onlyCase();
    await answerCase(id, text, true);
    const answer = await mailTo(email, text);
    return { id, answer, to: answer.replyTo?.[0]?.address ?? '' };
  };

  test('DESK-5: a reply to an answer reopens its case with what was written, without the quote, and with its files', async () => {
    const { id, answer, to } = await answeredInquiry('thora@example.is');
    expect(to).toMatch(/^svar\+[0-9a-f]{32}@hofn\.example$/);
    expect(answer.text).toContain('Þú getur svarað þessum tölvupósti.');
    clock.set('2026-11-23T09:00:00Z');
    await send({
      from: 'Þóra <THORA@example.is>',
      to: to.toUpperCase(),
      text: 'Takk. Hér er reikningurinn.\n\nÞann 20. nóv. 2026 skrifaði Höfn tryggingar:\n> Já, það nær yfir það.',
      attachments: [{ filename: 'reikningur.jpg', content: photo }],
      ...(answer.messageId && { inReplyTo: answer.messageId }),
    });
    const seen = await look(id);
    expect(seen).toMatchObject({ state: 'open', files: [{ name: 'reikningur.jpg', sender: 'Þóra' }] });
    expect(seen.messages).toMatchObject([
      { fromUs: true, text: 'Já, það nær yfir það.' },
      {
        ...{ fromUs: false, author: 'Þóra', text: 'Takk. Hér er reikningurinn.' },
        mail: { address: 'THORA@example.is', isOnFile: true, isAutomatic: false },
      },
    ]);
    expect(seen.messages[1]?.mail?.quoted).toContain('> Já, það nær yfir það.');
    expect(seen.events.filter(({ kind }) => kind === 'came')).toHaveLength(2);
    await vi.waitFor(
      async () => expect((await look(id)).files).toMatchObject([{ state: 'clean' }]),
      patience(20_000),
    );
  });

  test('DESK-5: our next answer continues the conversation in mail programs', async () => {
    const { id, answer, to } = await answeredInquiry('thrad@example.is');
    await send({ from: 'thrad@example.is', to, text: 'Og rúður?', messageId: '<spurning@example.is>' });
    await answerCase(id, 'Rúður líka.');
    const next = await mailTo('thrad@example.is', 'Rúður líka.');
    expect(next.inReplyTo).toBe('<spurning@example.is>');
    expect(next.references).toContain('<spurning@example.is>');
    const [thread] = (answer.references ?? '').split(' ');
    expect(thread).toBeTruthy();
    expect(next.references).toContain(thread);
    expect(next.replyTo?.[0]?.address).toBe(to);
  });

  test('DESK-5: a message that a mail server delivers again is stored once', async () => {
    const { id, to } = await answeredInquiry('tvisvar@example.is');
    for (const text of ['Einu sinni.', 'Einu sinni.'])
      await send({ from: 'tvisvar@example.is', to, text, messageId: '<sama@example.is>' });
    expect((await look(id)).messages.filter(({ fromUs }) => !fromUs)).toHaveLength(1);
    for (const text of ['Ný spurning', 'Ný spurning'])
      await send({ from: 'nyr@example.is', to: 'svar@hofn.example', text, messageId: '<ny@example.is>' });
    expect((await queue()).items).toHaveLength(2);
  });

  test('DESK-5: a reply from another address than the one on file says so', async () => {
    const { id, to } = await answeredInquiry('upphaf@example.is');
    await send({ from: 'annar@example.is', to, text: 'Ég svara fyrir hana.' });
    expect((await look(id)).messages.at(-1)).toMatchObject({
      ...{ author: 'annar@example.is', mail: { address: 'annar@example.is', isOnFile: false } },
    });
  });

  test('DESK-5: a notice of absence is shown and leaves the case closed', async () => {
    const { id, to } = await answeredInquiry('fri@example.is');
    const headers = { 'Auto-Submitted': 'auto-replied' };
    await send({ from: 'fri@example.is', to, text: 'Ég er í fríi.', headers });
    const seen = await look(id);
    expect(seen.state).toBe('closed');
    expect(seen.messages.at(-1)).toMatchObject({ text: 'Ég er í fríi.', mail: { isAutomatic: true } });
    // Without a case nobody would read it.
    expect(await refusal({ from: 'fri@example.is', to: 'svar@hofn.example', text: 'Frí', headers })).toBe(
      550,
    );
  });

  test('DESK-5: what belongs to no case becomes an inquiry with a receipt, and no address but ours is taken', async () => {
    const unknown = `svar+${'0'.repeat(32)}@hofn.example`;
    await send({
      from: 'Nína <nina@example.is>',
      to: unknown,
      subject: 'Gömul spurning',
      text: 'Hvar er skírteinið?',
    });
    const id = await onlyCase();
    expect(await look(id)).toMatchObject({
      ...{ kind: 'inquiry', state: 'open', email: 'nina@example.is', sender: 'Nína' },
      matter: { fields: { description: 'Gömul spurning\n\nHvar er skírteinið?' } },
    });
    expect((await mailTo('nina@example.is', 'Tilvísunarnúmer')).replyTo?.[0]?.address).toMatch(/^svar\+/);
    expect(await refusal({ from: 'nina@example.is', to: 'annad@hofn.example', text: 'Halló' })).toBe(550);
    // Nobody could be answered.
    expect(await refusal({ from: 'engin', to: 'svar@hofn.example', text: 'Halló' })).toBe(550);
  });

  test('HOLD-13: one sender cannot open cases without end', async () => {
    const mail = (n: number) => ({
      ...{ from: 'margir@example.is', to: 'svar@hofn.example', text: `Spurning ${n}` },
      messageId: `<${n}@example.is>`,
    });
    for (let n = 0; n < 20; n += 1) await send(mail(n));
    // The mail server keeps it and tries again.
    expect(await refusal(mail(20))).toBe(450);
  });

  test('DESK-5: a message with HTML alone is read as text, with the pictures of its signature left out', async () => {
    const { id, to } = await answeredInquiry('html@example.is');
    await send({
      ...{ from: 'html@example.is', to, html: '<p>Góðan dag &ndash; takk.</p><img src="cid:merki">' },
      attachments: [{ filename: 'merki.png', content: 'x', cid: 'merki', contentDisposition: 'inline' }],
    });
    const seen = await look(id);
    expect(seen.messages.at(-1)?.text).toBe('Góðan dag – takk.');
    expect(seen.files).toEqual([]);
  });

  test('FORM-8: files that cannot be taken are named with the reason, and the text is not lost', async () => {
    const { id, to } = await answeredInquiry('skrar@example.is');
    await send({
      ...{ from: 'skrar@example.is', to, text: 'Sjá viðhengi.' },
      attachments: [
        { filename: 'tom.pdf', content: '' },
        { filename: 'stor.pdf', content: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') },
      ],
    });
    const seen = await look(id);
    expect(seen.files).toEqual([]);
    expect(seen.messages.at(-1)?.text).toMatch(
      /^Sjá viðhengi\.\n\nViðhengið tom\.pdf fylgir ekki með: .+\n\nViðhengið stor\.pdf fylgir ekki með: Skráin er of stór/,
    );
    // Longer than anybody reads: its sender gets it back instead of a part of it being stored.
    expect(await refusal({ from: 'skrar@example.is', to, text: 'a'.repeat(100_001) })).toBe(552);
    expect(
      await refusal({
        from: 'skrar@example.is',
        to,
        text: 'a',
        attachments: [{ filename: 'x', content: Buffer.alloc(37 * 1024 * 1024) }],
      }),
    ).toBe(552);
  });

  test('DATA-9: a reply about a claim is a message of the claim, with its papers among the claim’s', async () => {
    const { db } = database;
    await db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    const [claim] = await db.select().from(claims).where(eq(claims.customerId, 'anna')).limit(1);
    const claimId = claim?.id ?? '';
    const about = { kind: 'claim', matterId: claimId, customerId: 'anna', language: 'is' } as const;
    const id = await db.transaction((tx) => openWorkItem(tx, { ...about, openedAt: new Date(came) }));
    await answerCase(id, 'Áttu reikning?');
    const { replyTo } = await mailTo('anna@example.is', 'Tjónafulltrúinn þinn hefur skrifað þér');
    const mail = {
      to: replyTo?.[0]?.address ?? '',
      attachments: [{ filename: 'kvittun.jpg', content: photo }],
    };
    clock.set('2026-11-20T12:05:00Z');
    await send({ ...mail, from: 'anna@example.is', text: 'Já, hér er hann.' });
    const messages = await ask<{ items: ClaimMessage[] }>(`/api/claim/v1/claims/${claimId}/messages`, anna);
    expect(messages.items.at(-1)).toMatchObject({ author: 'Anna Prófdóttir', text: 'Já, hér er hann.' });
    const seen = await look(id);
    expect(seen.state).toBe('open');
    // Not a second time as an e-mail.
    expect(seen.messages.filter(({ text }) => text === 'Já, hér er hann.')).toHaveLength(1);
    const [file] = await db.select().from(uploads).where(eq(uploads.name, 'kvittun.jpg'));
    expect(file).toMatchObject({ ownerId: 'anna', holder: 'claim', holderId: claimId });
    clock.set('2026-11-20T12:10:00Z');
    // Who writes from elsewhere is not taken for the customer.
    await send({ ...mail, from: 'annar@example.is', text: 'Ég er Anna.', attachments: [] });
    expect((await look(id)).messages.at(-1)).toMatchObject({
      author: 'annar@example.is',
      text: 'Ég er Anna.',
    });
  });

  test('STAFF-6: customers read their own replies among their messages, and have them in the archive of their data', async () => {
    const { db } = database;
    await db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    await post('/api/document/v1/memo', { subject: 'Flutningar', text: 'Ég er flutt.' }, anna);
    const id = await onlyCase();
    await answerCase(id, 'Hvert?');
    const { replyTo } = await mailTo('anna@example.is', 'Hvert?');
    await send({ from: 'anna@example.is', to: replyTo?.[0]?.address ?? '', text: 'Í Kópavog.' });
    const { items } = await ask<{ items: CustomerMatter[] }>('/api/user/v1/matters', anna);
    expect(items[0]).toMatchObject({
      state: 'open',
      answers: [{ text: 'Hvert?' }, { text: 'Í Kópavog.', fromUs: false }],
    });
    expect(await db.select().from(caseMails)).toMatchObject([{ text: 'Í Kópavog.' }]);
    await db.delete(cases);
    expect(await db.select().from(caseMails)).toEqual([]);
  });
});

test('HOLD-8: without an address for replies no port is opened and e-mails say that replies reach nobody', async () => {
  const settings = defaultSettings();
  expect(settings.REPLY_ADDRESS).toBeUndefined();
  expect(await startIncomingMail({ settings } as Parameters<typeof startIncomingMail>[0])).toBeUndefined();
});
