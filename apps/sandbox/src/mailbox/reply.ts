import { createTransport } from 'nodemailer';
import type { Message } from './store.ts';

/** Where an e-mail is answered to; undefined when its sender has not said so: what comes to the sender's own address ends here. */
export const replyAddressOf = ({ email }: Message): string | undefined => email.replyTo?.[0]?.address;

/** What somebody writes in the mailbox in reply to an e-mail. */
export type Reply = { text: string; files: Array<{ filename: string; content: Buffer }> };

/** Reads the form on the page of an e-mail, `multipart/form-data` with files. */
export const readReply = async (body: Buffer, contentType: string): Promise<Reply> => {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const files = form.getAll('files').filter((value) => typeof value !== 'string' && value.size > 0) as File[];
  return {
    text: String(form.get('text') ?? '').replaceAll('\r\n', '\n'),
    files: await Promise.all(
      files.map(async (file) => ({ filename: file.name, content: Buffer.from(await file.arrayBuffer()) })),
    ),
  };
};

/** The text with the e-mail that it answers quoted below, as mail programs do. */
const withQuote = (text: string, { email }: Message): string => {
  const quoted = (email.text ?? '').split('\n').map((line) => `> ${line}`);
  return [text, '', `On ${email.date ?? ''}, ${email.from?.address ?? ''} wrote:`, ...quoted].join('\n');
};

/**
 * Sends a reply from the address that the e-mail came to.
 * @param url the mail server that takes it
 * @returns what the mail server said if it refused; undefined when it was taken
 */
export const sendReply = async (
  url: string,
  { message, to, text, files }: Reply & { message: Message; to: string },
): Promise<string | undefined> => {
  const { email, recipients } = message;
  const transport = createTransport(url, { ignoreTLS: true } as Parameters<typeof createTransport>[1]);
  try {
    await transport.sendMail({
      from: recipients[0] ?? '',
      to,
      subject: `Re: ${email.subject ?? ''}`,
      text: withQuote(text, message),
      attachments: files,
      ...(email.messageId && { inReplyTo: email.messageId, references: [email.messageId] }),
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
};
