import { readFileSync } from 'node:fs';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger, listen, type Running } from '@hofn/service';
import { listenSocket } from '@hofn/service/listen-socket.ts';
import { type LanguageQuery, languageOf, sendPage as page } from '@hofn/service/pages.ts';
import type { Settings } from '../settings.ts';
import { gonePage, listPage, messagePage, repliedPage, style } from './pages.ts';
import { readReply, replyAddressOf, sendReply } from './reply.ts';
import { createSmtpServer } from './smtp.ts';
import { createMessageStore } from './store.ts';

export type MailboxParts = {
  settings: Pick<Settings, 'MAILBOX_PORT' | 'MAILBOX_SMTP_PORT' | 'MAILBOX_HOST' | 'MAILBOX_REPLY_URL'>;
  logger: Logger;
  clock: Clock;
};

type OfMessage = LanguageQuery & { Params: { id: string } };
type OfAttachment = { Params: { id: string; n: string } };

/** Creates the mailbox: an SMTP server that stores e-mails, and the pages that show and answer them. Neither listens yet. */
export const createMailbox = ({
  settings: { MAILBOX_REPLY_URL: replyUrl },
  logger,
  clock,
}: Omit<MailboxParts, 'settings'> & { settings: Pick<Settings, 'MAILBOX_REPLY_URL'> }) => {
  const store = createMessageStore(clock);
  const smtp = createSmtpServer(store, logger);
  const server = createServer({
    name: 'mailbox',
    logger,
    clock,
    headers: {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          frameSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
        },
      },
    },
  });
  const tokens = readFileSync(new URL(import.meta.resolve('@hofn/ui/tokens.css')), 'utf8');
  const css = tokens + style;

  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  server.get<LanguageQuery>('/', (request, reply) => page(reply, listPage(languageOf(request), store.all())));
  server.get<OfMessage>('/messages/:id', (request, reply) => {
    const message = store.find(request.params.id);
    const language = languageOf(request);
    return message
      ? page(reply, messagePage(language, message, { mayReply: replyUrl !== undefined }))
      : page(reply.code(404), gonePage(language));
  });
  server.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 36 * 1024 * 1024 },
    (_request, body, done) => done(null, body),
  );
  server.post<OfMessage & { Body: Buffer }>('/messages/:id/reply', async (request, reply) => {
    const language = languageOf(request);
    const message = store.find(request.params.id);
    const to = message && replyAddressOf(message);
    if (!to || replyUrl === undefined) return page(reply.code(404), gonePage(language));
    const written = await readReply(request.body, request.headers['content-type'] ?? '');
    const refusal = await sendReply(replyUrl, { message, to, ...written });
    return page(reply, repliedPage(language, message.id, refusal));
  });
  server.get<OfMessage>('/messages/:id/html', (request, reply) => {
    const html = store.find(request.params.id)?.email.html;
    if (html === undefined) return page(reply.code(404), gonePage(languageOf(request)));
    // Untrusted HTML: no scripts, forms or requests, even when this URL is opened directly.
    reply.header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    return page(reply, html);
  });
  server.get<OfAttachment>('/messages/:id/attachments/:n', (request, reply) => {
    const attachment = store.find(request.params.id)?.email.attachments[Number(request.params.n)];
    if (!attachment) return page(reply.code(404), gonePage('is'));
    const name = encodeURIComponent(attachment.filename ?? 'file');
    return reply
      .type(attachment.mimeType)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(attachment.content as ArrayBuffer));
  });
  return { server, smtp, store };
};

/**
 * Starts the mailbox on its two ports.
 * @throws ListenError with the setting's name when a port is in use
 */
export const startMailbox = async ({
  settings,
  ...parts
}: MailboxParts): Promise<Running & { smtp: string; smtpPort: number }> => {
  const { server, smtp } = createMailbox({ settings, ...parts });
  const host = settings.MAILBOX_HOST;
  const smtpPort = await listenSocket(smtp.server, {
    ...{ port: settings.MAILBOX_SMTP_PORT, host, setting: 'MAILBOX_SMTP_PORT' },
  });
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(() => resolve()));
  try {
    const running = await listen(server, { port: settings.MAILBOX_PORT, host, setting: 'MAILBOX_PORT' });
    return {
      ...running,
      smtp: `smtp://${host}:${smtpPort}`,
      smtpPort,
      stop: async () => {
        await running.stop();
        await closeSmtp();
      },
    };
  } catch (error) {
    await closeSmtp();
    throw error;
  }
};
