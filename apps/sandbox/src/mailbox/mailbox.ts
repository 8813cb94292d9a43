import { readFileSync } from 'node:fs';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Logger, listen, type Running } from '@hofn/service';
import { type LanguageQuery, languageOf, sendPage as page } from '@hofn/service/pages.ts';
import type { Settings } from '../settings.ts';
import { gonePage, listPage, messagePage, style } from './pages.ts';
import { createSmtpServer, listenSmtp } from './smtp.ts';
import { createMessageStore } from './store.ts';

export type MailboxParts = {
  settings: Pick<Settings, 'MAILBOX_PORT' | 'MAILBOX_SMTP_PORT' | 'MAILBOX_HOST'>;
  logger: Logger;
  clock: Clock;
};

type OfMessage = LanguageQuery & { Params: { id: string } };
type OfAttachment = { Params: { id: string; n: string } };

/** Creates the mailbox: an SMTP server that stores e-mails, and the pages that show them. Neither listens yet. */
export const createMailbox = ({ logger, clock }: Omit<MailboxParts, 'settings'>) => {
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
    return message ? page(reply, messagePage(language, message)) : page(reply.code(404), gonePage(language));
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
  const { server, smtp } = createMailbox(parts);
  const host = settings.MAILBOX_HOST;
  const smtpPort = await listenSmtp(smtp, settings.MAILBOX_SMTP_PORT, host);
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
