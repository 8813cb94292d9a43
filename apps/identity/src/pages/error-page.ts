import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/**
 * Says what went wrong, what to do, and the reference to look up in the log.
 * @param parts `again`: the path that may work if it is opened again; `way`: where to go on, if not to the site
 */
export const errorPage = (
  frame: Frame,
  {
    title,
    text,
    reference,
    again,
    way,
  }: {
    title: string;
    text: string;
    reference: string;
    again?: string;
    way?: { href: string; label: string } | undefined;
  },
): string => {
  const { t, siteUrl } = frame;
  const body = html`<div class="card">
<h1>${title}</h1>
<p>${text}</p>
<p class="reference">${t('global|errorReference', { reference })}</p>
${again !== undefined && html`<p><a class="button primary" href="${again}">${t('global|retry')}</a></p>`}
<p><a class="${again === undefined ? 'button primary' : 'button secondary'}" href="${way?.href ?? siteUrl}">${way?.label ?? t('auth|backToSite')}</a></p>
</div>`;
  return layout(frame, { title, body });
};
