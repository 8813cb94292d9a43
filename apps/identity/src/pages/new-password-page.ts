import { endPage } from './end-page.ts';
import { errorSummary, newPasswordForm } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** Form for a new password, behind the link in a letter. */
export const newPasswordPage = (
  frame: Frame,
  { action, switchTo, error }: { action: string; switchTo: string; error?: string },
): string => {
  const { t } = frame;
  const title = t('auth|newPasswordTitle');
  const body = html`<div class="card">
<h1>${title}</h1>
${errorSummary(t, error === undefined ? [] : [['password', error]])}
${newPasswordForm(t, { action, error, kind: 'primary' })}
</div>`;
  return layout(frame, {
    title: error === undefined ? title : `${t('auth|errorSummary')}: ${title}`,
    body,
    switchTo,
  });
};

/** Says that the password is set, or that the link has expired; `onward` is the URL of the portal. */
export const newPasswordEnd = (frame: Frame, end: 'set' | 'gone', onward: string): string => {
  const { t } = frame;
  const [title, text] =
    end === 'set'
      ? [t('auth|newPasswordSet'), t('auth|newPasswordSetText')]
      : [t('auth|letterGone'), t('auth|letterGoneText')];
  return endPage(frame, { title, text, onward });
};
