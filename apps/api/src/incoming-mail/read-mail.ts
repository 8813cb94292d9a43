import { hash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { splitQuoted } from './quoted.ts';

/** An e-mail that came in. */
export type IncomingMail = {
  /** The same each time a mail server delivers it. */
  id: string;
  messageId: string | null;
  from: { address: string; name: string | null };
  subject: string;
  /** What its sender wrote, without what is quoted at its end; empty when there are files alone. */
  text: string;
  quoted: string | null;
  /** Whether a program wrote it. */
  isAutomatic: boolean;
  files: Array<{ name: string; content: Uint8Array }>;
};

/** Longest text that is accepted, in UTF-16 code units. Replies usually have a few hundred. */
const longestText = 100_000;

/** The text of an e-mail is too long to be shown. */
export class TooLong extends Error {
  override name = 'TooLong';
}

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value.trim();

/** Whether an e-mail says that a program wrote it (RFC 3834): nobody waits for an answer. */
const isAutomatic = (email: Email): boolean => {
  const submitted = headerOf(email, 'auto-submitted')?.toLowerCase();
  if (submitted !== undefined && submitted !== 'no') return true;
  const precedence = headerOf(email, 'precedence')?.toLowerCase();
  if (precedence && ['bulk', 'junk', 'list', 'auto_reply'].includes(precedence)) return true;
  return ['x-autoreply', 'x-autorespond'].some(
    (name) => (headerOf(email, name) ?? 'none').toLowerCase() !== 'none',
  );
};

/** Converts HTML to text. The parser does so only for a message that also has a text part, so it is given one. */
const textOfHtml = async (html: string): Promise<string> => {
  const part = (type: string, body: string) =>
    `--part\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const both = `Content-Type: multipart/mixed; boundary=part\r\n\r\n${part('text/plain', '')}${part('text/html', html)}--part--\r\n`;
  return (await PostalMime.parse(both)).text ?? '';
};

/** Whether an attachment is a file that somebody sent, and not a picture in their signature. */
const isFile = ({ related, disposition, contentId }: Attachment): boolean =>
  !(related === true || (disposition === 'inline' && contentId !== undefined));

const clean = (text: string): string =>
  text
    .normalize('NFC')
    // No database takes NUL, and nobody reads the other controls.
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .toWellFormed();

/**
 * Reads an e-mail.
 * @param raw the message as a mail server delivers it (RFC 5322)
 * @param sender the address of the envelope, for messages whose own says none
 * @throws TooLong
 */
export const readMail = async (raw: Uint8Array, sender: string): Promise<IncomingMail> => {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const whole = email.text?.trim() ? email.text : email.html ? await textOfHtml(email.html) : '';
  if (whole.length > longestText) throw new TooLong();
  const { text, quoted } = splitQuoted(clean(whole));
  const messageId = email.messageId?.trim() || null;
  const name = clean(email.from?.name ?? '').trim();
  return {
    id: hash('sha256', messageId ?? raw).slice(0, 32),
    messageId,
    from: { address: email.from?.address || sender, name: name === '' ? null : name.slice(0, 200) },
    subject: clean(email.subject ?? '').trim(),
    text,
    quoted,
    isAutomatic: isAutomatic(email),
    files: email.attachments.filter(isFile).map(({ filename, content }) => ({
      name: filename ?? '',
      content: new Uint8Array(content as ArrayBuffer),
    })),
  };
};
