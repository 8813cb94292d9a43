import {
  chatMessages,
  chats,
  chatTranscripts,
  customers,
  type Database,
  type Jobs,
  transcriptQueue,
} from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { fixedClock, noon, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';

const logger = createLogger('api', 'silent');
let database: Database;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let jobs: Jobs;
let jobClock: TestClock;

beforeAll(async () => {
  database = await testDatabase();
  mailServer = await startMailServer();
  jobClock = new TestClock(Date.now());
  jobs = await openApiJobs(database, logger, testSecrets, jobClock);
  await startJobs({
    database,
    clock: fixedClock(),
    logger,
    settings: defaultSettings(),
    jobs,
    files: temporaryFiles(),
    transport: smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' }),
  });
  await database.db
    .insert(customers)
    .values({ id: 'gunnar', ssn: '1402851489', kind: 'person', fullName: 'Gunnar Prófsson' });
  const chat = { sessionHash: 'x', state: 'ended', createdAt: noon, activeAt: noon, topic: 'Kaskó' } as const;
  await database.db.insert(chats).values([
    {
      ...chat,
      id: 'c1',
      customerId: 'gunnar',
      name: 'Gunnar Prófsson',
      language: 'is',
      agentName: 'Katrín Prófdóttir',
    },
    { ...chat, id: 'c2', name: 'Win a prize', language: 'en', sessionHash: 'y' },
  ]);
  const message = { chatId: 'c1', sentAt: noon } as const;
  await database.db.insert(chatMessages).values([
    { ...message, seq: 2, side: 'agent', key: 'b', author: 'Katrín Prófdóttir', text: 'Já, það gerir hún.' },
    {
      ...message,
      seq: 1,
      side: 'visitor',
      key: 'a',
      author: 'Gunnar Prófsson',
      text: 'Nær kaskó yfir þetta?',
    },
  ]);
});
afterAll(async () => {
  await jobs.stop(1);
  await mailServer.stop();
  await database.close();
});

/** Queues a transcript as the chat service does. */
const queueTranscript = async (chatId: string, id: string, recipient: string) => {
  const language = chatId === 'c1' ? 'is' : 'en';
  await database.db
    .insert(chatTranscripts)
    .values({ chatId, id, recipient, language, requestedAt: noon })
    .onConflictDoNothing();
  await jobs.send(database.db, transcriptQueue.name, { chatId, id });
};
const jobsRun = (holds: () => void | Promise<void>) => jobTime(database, jobClock).untilHolds(holds);
const mailsTo = (recipient: string) =>
  mailServer.mails.filter(({ recipients }) => recipients.includes(recipient));

test('a transcript is sent once, in the chat’s language, with its messages in order as a PDF', async () => {
  await queueTranscript('c1', 't1', 'gunnar@example.is');
  await jobsRun(() => expect(mailsTo('gunnar@example.is')).toHaveLength(1));
  const [mail] = mailsTo('gunnar@example.is');
  expect(mail?.subject).toBe('Afrit af netspjalli');
  expect(mail?.text).toContain('Góðan dag, Gunnar.');
  const [attachment] = mail?.attachments ?? [];
  expect(attachment).toMatchObject({ filename: 'netspjall-2026-11-21.pdf', mimeType: 'application/pdf' });
  const { pages } = await readPdf(new Uint8Array(attachment?.content as ArrayBuffer));
  expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toMatch(
    /Gunnar Prófsson Nær kaskó yfir þetta\? .*Katrín Prófdóttir Já, það gerir hún\./,
  );
  await vi.waitFor(async () => {
    const [row] = await database.db.select().from(chatTranscripts);
    expect(row?.sentAt).not.toBeNull();
  });
  // The job is repeated, as after a crash: it sends nothing, and the job after it shows that it has finished.
  await queueTranscript('c1', 't1', 'gunnar@example.is');
  await queueTranscript('c2', 't2', 'guest@example.is');
  await jobsRun(() => expect(mailsTo('guest@example.is')).toHaveLength(1));
  expect(mailsTo('gunnar@example.is')).toHaveLength(1);
  const [toGuest] = mailsTo('guest@example.is');
  expect(toGuest).toMatchObject({ subject: 'Your live chat transcript' });
  // An e-mail from us must not repeat a visitor's self-chosen name to the owner of the address.
  expect(toGuest?.text).toMatch(/^Hello\b/);
  expect(`${toGuest?.text}${toGuest?.html}`).not.toContain('Win a prize');
});

test('an address that does not exist is given up, with the reason', async () => {
  mailServer.control.refuse = () => ({ responseCode: 550 });
  await queueTranscript('c1', 't3', 'nobody@example.is');
  await jobsRun(async () => {
    const rows = await database.db.select().from(chatTranscripts);
    expect(rows.find(({ id }) => id === 't3')).toMatchObject({ sentAt: null, fault: 'RCPT TO 550' });
  });
});
