// Plain pages of services whose readers are developers and people who try the demo. A separate entry point, so that other
// services do not load texts.
import { isLanguage, type Language, shortCode } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A page with heading and language switch; `head` is extra HTML for the head. */
export const frame = (language: Language, title: string, path: string, body: string, head = ''): string => {
  const other = language === 'is' ? 'en' : 'is';
  const name = { is: 'Íslenska', en: 'English' }[other];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/style.css">${head}</head>
<body><main><p><a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${name}</a></p><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`;
};

export type LanguageQuery = { Querystring: { lang?: string } };

/** The language in the URL, or else the browser's. */
export const languageOf = (request: FastifyRequest<LanguageQuery>): Language => {
  const code = shortCode(request.query.lang ?? request.headers['accept-language'] ?? '');
  return isLanguage(code) ? code : 'is';
};

export const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').send(html);

/** Security headers of pages with forms, and with styles and scripts in files of their own. */
export const pageHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
};

/** Lets a server accept forms: each body is its fields by name. */
export const acceptForms = (server: FastifyInstance): void => {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
};

/** Styles of every page; served after the design tokens that they use. */
export const style = `
body { margin: 0; background: var(--surface); color: var(--ink); font: var(--type-body); font-family: system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: var(--space-5); }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
a { color: var(--link); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
caption { text-align: start; color: var(--muted); }
th, td { padding: var(--space-2); border-bottom: 1px solid var(--line); text-align: start; font-weight: inherit; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-4); }
dd { margin: 0; overflow-wrap: anywhere; }
`;
