import type { Logger } from '@hofn/service';
import { listenSocket } from '@hofn/service/listen-socket.ts';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { declarationsOf } from '../feature.ts';
import { features } from '../features.ts';
import { createSubmissions } from '../forms/submissions.ts';
import { createDailyLimit } from '../platform/shared-counter.ts';
import type { Services } from '../services.ts';
import { tokenIn } from './address.ts';
import { readMail, TooLong } from './read-mail.ts';
import { createReceiving, type Received, type Receiving } from './receive.ts';

/** Largest message: files of 25 MB as e-mails encode them, and the text. */
const maxBytes = 36 * 1024 * 1024;
/** Connections at a time, each of which may hold a message in memory. */
const mostClients = 10;
/** E-mails that one sender may send in a day to no case, and that may come to one case. */
const [mostOfSender, mostOfCase] = [20, 100];
/** How long an idle connection stays open, and how long a stop waits for those in use, in milliseconds. */
const [idleMs, closeMs] = [60_000, 5_000];

/** A reply to the mail server: 4xx keeps the message in its queue, 5xx returns it to the sender (RFC 5321, RFC 3463). */
const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const refusals: Record<Exclude<Received, 'stored'>, Error> = {
  automatic: reply(550, '5.7.1 No case has this address, and automatic messages open none'),
  tooMany: reply(450, '4.7.1 Too many messages today, try again tomorrow'),
};

/**
 * Whether an answer could be sent there. Wider than forms (rule FORM-6a), which may ask for another address; at most 254 characters
 * (RFC 5321).
 */
const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(text);

const bytesOf = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  // A message that is too large is read to its end, as SMTP requires, and not kept.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw reply(552, '5.3.4 The message is too large');
  return Buffer.concat(chunks);
};

/** Stores a message for each of its recipients. @throws an error with the SMTP reply */
const takeIn = async (
  { raw, session, base }: { raw: Buffer; session: SMTPServerSession; base: string },
  receive: Receiving,
): Promise<void> => {
  const { mailFrom, rcptTo } = session.envelope;
  const mail = await readMail(raw, mailFrom ? mailFrom.address : '').catch((error: unknown) => {
    throw reply(error instanceof TooLong ? 552 : 554, '5.6.0 The message cannot be read or is too long');
  });
  // Notices of mail servers have no sender: nobody could be answered.
  if (!isAddress(mail.from.address)) throw reply(550, '5.7.1 The message has no sender');
  const tokens = new Set(rcptTo.map(({ address }) => tokenIn(base, address) ?? null));
  for (const token of tokens) {
    const received = await receive(mail, token);
    if (received !== 'stored') throw refusals[received];
  }
};

/**
 * Starts the SMTP server that takes e-mails sent to `REPLY_ADDRESS`. A message is acknowledged once it is stored; until then
 * it stays in the queue of the mail server that delivers it.
 * @returns its port, and how to stop it; undefined without `REPLY_ADDRESS`
 * @throws ListenError when its port cannot be opened
 */
export const startIncomingMail = async (
  services: Services,
): Promise<{ port: number; stop(): Promise<void> } | undefined> => {
  const { settings, db, clock, logger } = services;
  const base = settings.REPLY_ADDRESS;
  if (base === undefined) return undefined;
  const receive = createReceiving({
    ...services,
    kinds: declarationsOf(features, services).workItems,
    submissions: createSubmissions(services),
    senderLimit: createDailyLimit(db, clock, { what: 'e-mails of a sender', most: mostOfSender }),
    caseLimit: createDailyLimit(db, clock, { what: 'e-mails of a case', most: mostOfCase }),
  });
  const smtp = createServer(base, receive, logger);
  const port = await listenSocket(smtp.server, {
    ...{ port: settings.REPLY_PORT, host: settings.REPLY_HOST, setting: 'REPLY_PORT' },
  });
  logger.info({ port }, 'receiving e-mail');
  return { port, stop: () => new Promise((resolve) => smtp.close(() => resolve())) };
};

const createServer = (base: string, receive: Receiving, logger: Logger): SMTPServer => {
  const smtp = new SMTPServer({
    // Its clients are our own mail servers, in our own network: see docs/operations.md.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    maxClients: mostClients,
    socketTimeout: idleMs,
    closeTimeout: closeMs,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(tokenIn(base, address) === undefined ? reply(550, '5.1.1 No such address here') : null),
    onData: (stream, session, done) => {
      bytesOf(stream)
        .then((raw) => takeIn({ raw, session, base }, receive))
        .then(
          () => done(null),
          (error: Error) => {
            if ('responseCode' in error) return done(error);
            logger.error({ err: error }, 'e-mail not received yet');
            done(reply(451, '4.3.0 Not stored, try again later'));
          },
        );
    },
  });
  // A client that disconnects early tries again.
  smtp.on('error', (error) => logger.debug({ err: error }, 'incoming e-mail'));
  return smtp;
};
