import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** What became of a link: a card with a button. @param onward URL of the portal to sign in to */
export const endPage = (
  frame: Frame,
  { title, text, onward }: { title: string; text: string; onward: string },
): string => {
  const body = html`<div class="card">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button primary" href="${onward}">${frame.t('auth|toSignIn')}</a></p>
</div>`;
  return layout(frame, { title, body });
};
