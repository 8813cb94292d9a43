import { createTranslator, formatDateTime, type Language } from '@hofn/texts';
import { sandbox as english } from '@hofn/texts/catalogue/en/sandbox.ts';
import { sandbox as icelandic } from '@hofn/texts/catalogue/is/sandbox.ts';
import type { Message } from './store.ts';

const translators = {
  is: createTranslator('is', icelandic),
  en: createTranslator('en', english) as ReturnType<typeof createTranslator<typeof icelandic>>,
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const frame = (language: Language, title: string, path: string, body: string): string => {
  const other = language === 'is' ? 'en' : 'is';
  const name = { is: 'Íslenska', en: 'English' }[other];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${safe(title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><main><p><a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${name}</a></p><h1>${safe(title)}</h1>${body}</main></body>
</html>`;
};

/** The list of all mails. */
export const listPage = (language: Language, messages: readonly Message[]): string => {
  const t = translators[language];
  const rows = messages.map(({ id, email, recipients, receivedAt, times }) => {
    const again = times > 1 ? ` (${t('mailbox|times', { n: times })})` : '';
    const subject = `<a href="/messages/${id}?lang=${language}">${safe(email.subject || t('mailbox|noSubject'))}</a>${again}`;
    return `<tr><th scope="row">${subject}</th><td>${safe(recipients.join(', '))}</td><td>${formatDateTime(language, receivedAt, 'short')}</td></tr>`;
  });
  const table = `<table><caption>${t('mailbox|caption')}</caption><thead><tr><th scope="col">${t('mailbox|subject')}</th><th scope="col">${t('mailbox|recipient')}</th><th scope="col">${t('mailbox|received')}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return frame(
    language,
    t('mailbox|title'),
    '/',
    `<p>${t('mailbox|lead')}</p>${rows.length > 0 ? table : `<p>${t('mailbox|empty')}</p>`}`,
  );
};

/** One mail. Its HTML is shown in a frame that runs nothing and fetches nothing. */
export const messagePage = (language: Language, message: Message): string => {
  const t = translators[language];
  const { id, email, recipients, receivedAt } = message;
  const facts = [
    [t('mailbox|sender'), email.from?.address ?? ''],
    [t('mailbox|recipient'), recipients.join(', ')],
    [t('mailbox|received'), formatDateTime(language, receivedAt)],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${safe(value)}</dd>`);
  const files = email.attachments.map(
    ({ filename, content }, n) =>
      `<li><a href="/messages/${id}/attachments/${n}">${safe(filename ?? String(n + 1))}</a> (${Math.ceil((content as ArrayBuffer).byteLength / 1024)} kB)</li>`,
  );
  const subject = email.subject || t('mailbox|noSubject');
  return frame(
    language,
    subject,
    `/messages/${id}`,
    `<p><a href="/?lang=${language}">${t('mailbox|back')}</a></p><dl>${facts.join('')}</dl>
${files.length > 0 ? `<h2>${t('mailbox|attachments')}</h2><ul>${files.join('')}</ul>` : ''}
${email.html ? `<h2>${t('mailbox|html')}</h2><iframe sandbox="" src="/messages/${id}/html" title="${t('mailbox|html')}"></iframe>` : ''}
<h2>${t('mailbox|text')}</h2><pre tabindex="0">${safe(email.text ?? '')}</pre>`,
  );
};

/** What is said of a message that is not kept any more. */
export const gonePage = (language: Language): string => {
  const t = translators[language];
  return frame(
    language,
    t('mailbox|title'),
    '/',
    `<p>${t('mailbox|gone')}</p><p><a href="/?lang=${language}">${t('mailbox|back')}</a></p>`,
  );
};

/** Rules of the pages; the colours and sizes are the tokens', which stand above them in the same file. */
export const style = `
body { margin: 0; background: var(--surface); color: var(--ink); font: var(--type-body); font-family: system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: var(--space-5); }
a { color: var(--link); }
table { width: 100%; border-collapse: collapse; }
caption { text-align: start; color: var(--muted); }
th, td { padding: var(--space-2); border-bottom: 1px solid var(--line); text-align: start; font-weight: inherit; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-4); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 40rem; border: 1px solid var(--line); }
pre { padding: var(--space-4); background: var(--mist); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
