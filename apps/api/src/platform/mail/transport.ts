import { createTransport } from 'nodemailer';
import { htmlOf, type Letter, textOf } from './letter.ts';

/** A letter with its recipient and its id, which is the same on every attempt. */
export type Outgoing = { id: string; recipient: string; letter: Letter };

/** Raised when the mail server rejects an e-mail permanently: no such mailbox, or a message it does not allow. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Hands e-mails to a mail server. */
export type MailTransport = {
  /** @throws Refused when a retry would not help; any other error when it might */
  send(mail: Outgoing): Promise<void>;
};

/**
 * A mail server over SMTP.
 * @param url `smtp://user:password@host:587`, or `smtps://` for TLS from the start
 * @param from sender as written in the e-mail: `Höfn tryggingar <hofn@hofn.example>`
 */
export const smtpTransport = ({ url, from }: { url: string; from: string }): MailTransport => {
  const transport = createTransport(url, {
    from,
    // A hanging server must not occupy the job longer than its queue allows.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1]);
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, recipient, letter }) => {
      const { conversation } = letter;
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          to: { name: '', address: recipient },
          ...(conversation && {
            replyTo: conversation.replyTo,
            references: [`<case.${conversation.caseId}@${domain}>`, conversation.answers ?? []].flat(),
            ...(conversation.answers && { inReplyTo: conversation.answers }),
          }),
          subject: letter.subject,
          text: textOf(letter),
          html: htmlOf(letter),
          headers: {
            'Content-Language': letter.language,
            // Keeps automatic responders from replying (RFC 3834).
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
        // 5xx is permanent (RFC 5321), except in SMTP AUTH, which fails only until the password is corrected.
        if (responseCode !== undefined && responseCode >= 550 && /^(RCPT TO|DATA)$/.test(command ?? '')) {
          throw new Refused(`${command} ${responseCode}`, { cause: error });
        }
        throw error;
      }
    },
  };
};
