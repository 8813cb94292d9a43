import type { Logger } from '@hofn/service';
import { SMTPServer } from 'smtp-server';
import type { MessageStore } from './store.ts';

const maxBytes = 25 * 1024 * 1024;

/**
 * Accepts and stores any e-mail over plain SMTP. No TLS: it has no host name to certify.
 */
export const createSmtpServer = (store: MessageStore, logger: Logger): SMTPServer => {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    size: maxBytes,
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // SMTP requires reading an oversized message to its end; don't store it.
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The message is larger than 25 MB'), { responseCode: 552 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        store.add(Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: Error) => {
            logger.warn({ err: error }, 'could not parse e-mail');
            done(Object.assign(new Error('The message could not be read'), { responseCode: 554 }));
          },
        );
      });
    },
  });
  // Clients that disconnect early are not our problem.
  server.on('error', (error) => logger.debug({ err: error }, 'smtp'));
  return server;
};
