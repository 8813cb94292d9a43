import { ListenError, type Logger } from '@hofn/service';
import { SMTPServer } from 'smtp-server';
import type { MessageStore } from './store.ts';

const mostBytes = 25 * 1024 * 1024;

/**
 * Takes any mail for anyone from anyone, over plain SMTP, and keeps it. It offers no TLS: it has no name to have a
 * certificate for.
 */
export const createSmtpServer = (store: MessageStore, logger: Logger): SMTPServer => {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    size: mostBytes,
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // What is over the limit is read to its end, as SMTP asks, and not kept.
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
            logger.warn({ err: error }, 'mail could not be read');
            done(Object.assign(new Error('The message could not be read'), { responseCode: 554 }));
          },
        );
      });
    },
  });
  // A client that hangs up in the middle is its own affair.
  server.on('error', (error) => logger.debug({ err: error }, 'smtp'));
  return server;
};

/**
 * @returns the port
 * @throws ListenError naming the setting when the port cannot be had
 */
export const listenSmtp = (server: SMTPServer, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = server.server;
    socket.once('error', (error) =>
      reject(
        new ListenError(
          `Port ${port} is in use. Stop the program that holds it, or set MAILBOX_SMTP_PORT to another port.`,
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = socket.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
