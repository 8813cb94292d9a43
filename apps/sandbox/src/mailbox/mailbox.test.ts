import { createServer } from 'node:net';
import { createLogger, ListenError } from '@hofn/service';
import { listenSocket } from '@hofn/service/listen-socket.ts';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMailbox } from './mailbox.ts';
import { createSmtpServer } from './smtp.ts';
import { createMessageStore } from './store.ts';

const logger = createLogger('mailbox', 'silent');
const clock = { now: () => new Date('2026-11-21T12:34:00Z') };
const settings = { MAILBOX_PORT: 0, MAILBOX_SMTP_PORT: 0, MAILBOX_HOST: '127.0.0.1' };

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeEach(async () => {
  mailbox = await startMailbox({ settings, logger, clock });
});
afterEach(() => mailbox.stop());

const at = (path: string) => `http://127.0.0.1:${mailbox.port}${path}`;
const read = async (path: string, language = 'is') => {
  const answer = await fetch(at(path), { headers: { 'accept-language': language } });
  return { answer, text: await answer.text() };
};
const send = (mail: object) =>
  createTransport(mailbox.smtp).sendMail({ from: 'a@hofn.example', to: 'gudrun@example.is', ...mail });

test('e-mails sent by SMTP are listed, newest first, in both languages', async () => {
  expect((await read('/')).text).toContain('Enginn póstur hefur borist enn.');
  await send({ subject: 'Fyrra bréf', text: 'Æ' });
  await send({ subject: 'Seinna <bréf>', text: 'Ö' });
  const { text } = await read('/');
  expect(text).toContain('<html lang="is">');
  expect(text.indexOf('Seinna &lt;bréf&gt;')).toBeLessThan(text.indexOf('Fyrra bréf'));
  expect(text).toContain('21.11.2026');
  expect((await read('/', 'en')).text).toContain('<html lang="en">');
  expect((await read('/?lang=en')).text).toContain('Sandbox mailbox');
});

test('an e-mail is shown as text and as inert HTML, with attachments to download', async () => {
  await send({
    subject: 'Yfirlit',
    text: 'Góðan dag',
    html: '<p>Góðan dag</p><script>alert(1)</script>',
    attachments: [{ filename: 'skjal æ.html', contentType: 'text/html', content: '<script>1</script>' }],
  });
  const { text } = await read('/messages/1');
  expect(text).toContain('<iframe sandbox="" src="/messages/1/html"');
  expect(text).toContain('gudrun@example.is');
  expect(text).not.toContain('<script>');

  const html = await read('/messages/1/html');
  expect(html.text).toContain('<p>Góðan dag</p>');
  expect(html.answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);

  const file = await read('/messages/1/attachments/0');
  expect(file.text).toBe('<script>1</script>');
  expect(file.answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''skjal%20%C3%A6.html",
  );
  expect(file.answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a redelivered message is listed once', async () => {
  for (const _ of [1, 2]) await send({ subject: 'Einu sinni', text: 'x', messageId: '<a@hofn.example>' });
  const { text } = await read('/');
  expect(text.split('Einu sinni')).toHaveLength(2);
  expect(text).toContain('Barst 2 sinnum');
});

test.each(['/messages/9', '/messages/9/html', '/messages/9/attachments/0', '/messages/1/attachments/x'])(
  '%s is 404',
  async (path) => {
    expect((await read(path)).answer.status).toBe(404);
  },
);

test('the newest 500 are kept', async () => {
  const store = createMessageStore(clock);
  for (let n = 1; n <= 503; n += 1) await store.add(Buffer.from(`Subject: ${n}\r\n\r\nx`), ['b@example.is']);
  const subjects = store.all().map(({ email }) => email.subject);
  expect(subjects).toEqual(Array.from({ length: 500 }, (_, n) => String(503 - n)));
});

test('an e-mail over 25 MB is refused and not stored', async () => {
  await expect(send({ subject: 'Stórt', text: 'x'.repeat(26 * 1024 * 1024) })).rejects.toMatchObject({
    responseCode: 552,
  });
  expect((await read('/')).text).not.toContain('Stórt');
});

test('a port in use is reported with its setting, and the other one is released', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const smtpTaken = startMailbox({ settings: { ...settings, MAILBOX_SMTP_PORT: port }, logger, clock });
  await expect(smtpTaken).rejects.toThrow(/MAILBOX_SMTP_PORT/);
  await expect(smtpTaken).rejects.toBeInstanceOf(ListenError);
  await expect(
    startMailbox({ settings: { ...settings, MAILBOX_PORT: port }, logger, clock }),
  ).rejects.toThrow(/MAILBOX_PORT/);
  await new Promise((resolve) => holder.close(resolve));
});

test('an e-mail that names where it is answered to can be answered with text and files', async () => {
  const received: Array<{ to: string[]; raw: string }> = [];
  const smtp = createSmtpServer(
    {
      ...createMessageStore(clock),
      add: async (raw, to) => void received.push({ to, raw: Buffer.from(raw).toString() }),
    },
    logger,
  );
  const port = await listenSocket(smtp.server, { port: 0, host: '127.0.0.1', setting: 'MAILBOX_SMTP_PORT' });
  const answering = await startMailbox({
    settings: { ...settings, MAILBOX_REPLY_URL: `smtp://127.0.0.1:${port}` },
    logger,
    clock,
  });
  try {
    const mail = { from: 'a@hofn.example', to: 'gudrun@example.is', text: 'Nær það yfir?' };
    const transport = createTransport(answering.smtp);
    await transport.sendMail({ ...mail, replyTo: 'svar+1@hofn.example', messageId: '<spurt@hofn.example>' });
    await transport.sendMail(mail);
    const pageOf = async (path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${answering.port}${path}`, init)).text();
    expect(await pageOf('/messages/1')).toContain('<code>svar+1@hofn.example</code>');
    expect(await pageOf('/messages/2')).not.toContain('<form');
    const body = new FormData();
    body.set('text', 'Já.');
    body.append('files', new Blob(['x']), 'mynd.jpg');
    expect(await pageOf('/messages/1/reply', { method: 'POST', body })).toContain('Svarið er sent');
    const [reply] = received;
    expect(reply?.to).toEqual(['svar+1@hofn.example']);
    expect(reply?.raw).toContain('In-Reply-To: <spurt@hofn.example>');
    expect(reply?.raw).toMatch(/From: gudrun@example\.is.*> N.*filename=mynd\.jpg/s);
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    expect(await pageOf('/messages/1/reply', { method: 'POST', body })).toContain('tók ekki við');
  } finally {
    await answering.stop();
  }
});
