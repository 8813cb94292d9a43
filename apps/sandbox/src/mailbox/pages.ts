import { style as base, frame } from '@hofn/service/pages.ts';
import { formatDateTime, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import { texts } from '../texts.ts';
import { replyAddressOf } from './reply.ts';
import type { Message } from './store.ts';

export const listPage = (language: Language, messages: readonly Message[]): string => {
  const t = texts[language];
  const rows = messages.map(({ id, email, recipients, receivedAt, times }) => {
    const repeats = times > 1 ? ` (${t('mailbox|times', { n: times })})` : '';
    const subject = `<a href="/messages/${id}?lang=${language}">${escapeHtml(email.subject || t('mailbox|noSubject'))}</a>${repeats}`;
    return `<tr><th scope="row">${subject}</th><td>${escapeHtml(recipients.join(', '))}</td><td>${formatDateTime(language, receivedAt, 'short')}</td></tr>`;
  });
  const table = `<table><caption>${t('mailbox|caption')}</caption><thead><tr><th scope="col">${t('mailbox|subject')}</th><th scope="col">${t('mailbox|recipient')}</th><th scope="col">${t('mailbox|received')}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return frame(
    language,
    t('mailbox|title'),
    '/',
    `<p>${t('mailbox|lead')}</p>${rows.length > 0 ? table : `<p>${t('mailbox|empty')}</p>`}`,
  );
};

/** The form that answers an e-mail. */
const replyForm = (language: Language, { id }: Message, to: string): string => {
  const t = texts[language];
  return `<h2>${t('mailbox|reply')}</h2>
<form method="post" action="/messages/${id}/reply?lang=${language}" enctype="multipart/form-data">
<p>${t('mailbox|replyTo', { to: `<code>${escapeHtml(to)}</code>` })}</p>
<p><label for="text">${t('mailbox|replyText')}</label><textarea id="text" name="text" rows="5" required></textarea></p>
<p><label for="files">${t('mailbox|replyFiles')}</label><input id="files" name="files" type="file" multiple></p>
<p><button>${t('mailbox|sendReply')}</button></p>
</form>`;
};

/**
 * One e-mail. Its HTML is shown in a sandboxed frame.
 * @param options.mayReply whether a mail server takes replies
 */
export const messagePage = (
  language: Language,
  message: Message,
  { mayReply }: { mayReply: boolean },
): string => {
  const to = mayReply ? replyAddressOf(message) : undefined;
  const t = texts[language];
  const { id, email, recipients, receivedAt } = message;
  const facts = [
    [t('mailbox|sender'), email.from?.address ?? ''],
    [t('mailbox|recipient'), recipients.join(', ')],
    [t('mailbox|received'), formatDateTime(language, receivedAt)],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const files = email.attachments.map(
    ({ filename, content }, n) =>
      `<li><a href="/messages/${id}/attachments/${n}">${escapeHtml(filename ?? String(n + 1))}</a> (${Math.ceil((content as ArrayBuffer).byteLength / 1024)} kB)</li>`,
  );
  const subject = email.subject || t('mailbox|noSubject');
  return frame(
    language,
    subject,
    `/messages/${id}`,
    `<p><a href="/?lang=${language}">${t('mailbox|back')}</a></p><dl>${facts.join('')}</dl>
${files.length > 0 ? `<h2>${t('mailbox|attachments')}</h2><ul>${files.join('')}</ul>` : ''}
${email.html ? `<h2>${t('mailbox|html')}</h2><iframe sandbox="" src="/messages/${id}/html" title="${t('mailbox|html')}"></iframe>` : ''}
<h2>${t('mailbox|text')}</h2><pre tabindex="0">${escapeHtml(email.text ?? '')}</pre>
${to ? replyForm(language, message, to) : ''}`,
  );
};

/** What became of a reply. @param refusal what the mail server said if it refused */
export const repliedPage = (language: Language, id: string, refusal: string | undefined): string => {
  const t = texts[language];
  const what = refusal === undefined ? t('mailbox|replied') : t('mailbox|notReplied');
  return frame(
    language,
    what,
    `/messages/${id}`,
    `${refusal === undefined ? '' : `<pre>${escapeHtml(refusal)}</pre>`}<p><a href="/messages/${id}?lang=${language}">${t('mailbox|backToMessage')}</a></p>`,
  );
};

/** Page for a message that is no longer stored. */
export const gonePage = (language: Language): string => {
  const t = texts[language];
  return frame(
    language,
    t('mailbox|title'),
    '/',
    `<p>${t('mailbox|gone')}</p><p><a href="/?lang=${language}">${t('mailbox|back')}</a></p>`,
  );
};

/** Styles of the pages. */
export const style = `${base}
th[scope=row], th:last-child, td:last-child { overflow-wrap: normal; }
iframe { width: 100%; height: 40rem; border: 1px solid var(--line); }
form label { display: block; }
textarea { width: 100%; font: inherit; }
pre { padding: var(--space-4); background: var(--mist); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
