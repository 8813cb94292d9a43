import type { Language } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { themes } from '@hofn/ui/tokens.ts';
import { textsIn } from '../texts.ts';

/** A file attached to an e-mail. */
export type Attachment = { name: string; type: string; content: Uint8Array };

/** Content of an e-mail in plain text; `htmlOf` alone decides how it looks. */
export type Letter = {
  language: Language;
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preheader: string;
  /** First name for the greeting; companies have none. */
  firstName?: string;
  /** Between greeting and closing; paragraphs are separated by an empty line. */
  body: string;
  button?: { title: string; url: string };
  attachments?: readonly Attachment[];
  /** Set if replies reach a case. */
  conversation?: {
    /** Mail programs group e-mails about the same case by it. */
    caseId: string;
    replyTo: string;
    /** Message-ID of the e-mail that it answers. */
    answers?: string | null;
  };
};

const { ink, muted, surface, mist, line, button: ground, 'button-ink': onGround } = themes.light;
const type = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";

/** The paragraphs of a letter, from greeting to closing. */
export const paragraphsOf = ({ language, firstName, body }: Letter): string[] => {
  const t = textsIn(language);
  const greeting =
    firstName === undefined ? t('email|greetingWithoutName') : t('email|greeting', { firstName });
  return [greeting, ...body.split('\n\n'), t('email|closing')];
};

/** A letter as plain text, for mail programs that show no HTML. */
export const textOf = (letter: Letter): string => {
  const { language, button } = letter;
  const link = button ? [`${button.title}: ${button.url}`] : [];
  return [...paragraphsOf(letter), ...link, '--', textsIn(language)('email|footer')].join('\n\n');
};

/**
 * A letter as HTML: tables and inline styles, which every mail program supports; no images, so that opening it fetches
 * nothing.
 */
export const htmlOf = (letter: Letter): string => {
  const { language, subject, preheader, button } = letter;
  const paragraphs = paragraphsOf(letter).map(
    (text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
  );
  const link = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${ground};color:${onGround};font-weight:600;text-decoration:none">${escapeHtml(button.title)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${mist};color:${ink};${type};font-size:18px;line-height:28px">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${surface};border:1px solid ${line};border-radius:8px">
<tr><td style="padding:24px 32px 0"><p style="margin:0;color:${ground};font-size:24px;line-height:32px;font-weight:600">${company.shortName}</p></td></tr>
<tr><td style="padding:24px 32px 16px">${paragraphs.join('\n')}${link}</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid ${line};color:${muted};font-size:16px;line-height:24px">${escapeHtml(textsIn(language)('email|footer'))}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
};
