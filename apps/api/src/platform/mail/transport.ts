import { createTransport } from 'nodemailer';
import { htmlOf, type Letter, textOf } from './letter.ts';

/** A letter with its address and its own id, the same each time that it is handed over. */
export type Outgoing = { id: string; recipient: string; letter: Letter };

/** Raised when the mail server will never take this mail: no such mailbox, or a mail it does not allow. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Hands mails over to a mail server. */
export type MailTransport = {
  /** @throws Refused when trying again would not help; any other error when it might */
  send(mail: Outgoing): Promise<void>;
};

/**
 * A mail server over SMTP.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the start
 * @param from sender as it is written in the mail: `Höfn tryggingar <hofn@hofn.example>`
 */
export const smtpTransport = ({ url, from }: { url: string; from: string }): MailTransport => {
  const transport = createTransport(url, {
    from,
    // A server that hangs must not hold the job longer than its queue lets it.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1]);
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, recipient, letter }) => {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          to: { name: '', address: recipient },
          subject: letter.subject,
          text: textOf(letter),
          html: htmlOf(letter),
          headers: {
            'Content-Language': letter.language,
            // No answering machine answers a mail that says this (RFC 3834).
            'Auto-Submitted': 'auto-generated',
          },
          attachments: (letter.attachments ?? []).map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        const { responseCode, command } = error as { responseCode?: number; command?: string };
        // 5xx is for good (RFC 5321), but of the server's login only until its password is mended.
        if (responseCode !== undefined && responseCode >= 550 && /^(RCPT TO|DATA)$/.test(command ?? '')) {
          throw new Refused(`${command} ${responseCode}`, { cause: error });
        }
        throw error;
      }
    },
  };
};
