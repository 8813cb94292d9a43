import type { Language } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { themes } from '@hofn/ui/tokens.ts';
import { textsIn } from '../texts.ts';

/** A file that goes with a mail. */
export type Attachment = { name: string; type: string; content: Uint8Array };

/** What a mail says, in plain text: how it looks is decided here alone. */
export type Letter = {
  language: Language;
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preheader: string;
  /** Whom it greets; a company has no first name. */
  firstName?: string;
  /** Between greeting and closing; paragraphs are parted by an empty line. */
  body: string;
  button?: { title: string; url: string };
  attachments?: readonly Attachment[];
};

const { ink, muted, surface, mist, line, button: ground, 'button-ink': onGround } = themes.light;
const type = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";

const paragraphsOf = ({ language, firstName, body }: Letter): string[] => {
  const t = textsIn(language);
  const greeting =
    firstName === undefined ? t('email|greetingWithoutName') : t('email|greeting', { firstName });
  return [greeting, ...body.split('\n\n'), t('email|closing')];
};

/** A letter as plain text, for readers that show no HTML. */
export const textOf = (letter: Letter): string => {
  const { language, button } = letter;
  const link = button ? [`${button.title}: ${button.url}`] : [];
  return [...paragraphsOf(letter), ...link, '--', textsIn(language)('email|footer')].join('\n\n');
};

/**
 * A letter as HTML: tables and inline styles, since that is what mail programs read; no pictures, so that nothing is
 * fetched when it is opened.
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
