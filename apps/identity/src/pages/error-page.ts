import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** Says what went wrong, what to do, and the reference to look up in the log. */
export const errorPage = (
  frame: Frame,
  { title, text, reference }: { title: string; text: string; reference: string },
): string => {
  const { t, siteUrl } = frame;
  const body = html`<div class="card">
<h1>${title}</h1>
<p>${text}</p>
<p class="reference">${t('global|errorReference', { reference })}</p>
<p><a class="button primary" href="${siteUrl}">${t('auth|backToSite')}</a></p>
</div>`;
  return layout(frame, { title, body });
};
