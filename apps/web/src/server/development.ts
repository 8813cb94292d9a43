import type { IncomingMessage, ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { shared } from '../../vite.config.ts';
import { createMatcher } from '../engine/match.ts';
import { appDataAddress, base, normalisePath, pageDataAddress, staticQueryAddress } from '../engine/paths.ts';
import { contentFolder } from '../generate/content.ts';
import { type AssetsOf, planSite, type Renderer, renderDocument, type SitePlan } from '../generate/site.ts';
import type { WebParts } from './web.ts';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Where parts of the app are while it is developed: their sources, which Vite transforms as they are asked for. */
const sourcesOf =
  (names: readonly string[]): AssetsOf =>
  () => ({
    styles: [],
    entry: `${base}/src/entry.client.tsx`,
    modules: [],
    chunks: {
      ...Object.fromEntries(names.map((name) => [`templates/${name}`, `${base}/src/templates/${name}.tsx`])),
      'shell/PublicFrame': `${base}/src/shell/PublicFrame.ts`,
      'shell/PortalFrame': `${base}/src/shell/PortalFrame.tsx`,
    },
  });

/** What Vite's own `transformIndexHtml` would add; that also puts the base before every path, which has it already. */
const hotReload = `<script type="module" src="${base}/@vite/client"></script><script type="module">${react.preambleCode.replace('__BASE__', `${base}/`)}</script>`;

/** The answer to an address by the page data protocol, rendered anew at each request. */
const answerTo = async (plan: SitePlan, renderer: Renderer, address: string) => {
  const json = (value: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) });
  if (address === appDataAddress) return json(plan.appData);
  for (const [hash, result] of plan.staticQueries)
    if (address === staticQueryAddress(hash)) return json(result);
  for (const [path, data] of plan.pageData) if (address === pageDataAddress(path)) return json(data);
  const wanted = normalisePath(address);
  if (wanted === undefined || address.includes('/page-data/')) return undefined;
  const { path } = createMatcher(plan.appData.matchPaths)(wanted);
  const page = plan.pages.find((candidate) => candidate.path === path);
  if (!page) return undefined;
  const document = await renderDocument(plan, page, renderer, sourcesOf(renderer.templateNames()));
  // Styles come with the scripts here, so no page waits for the reader's first sign.
  const body = document
    .replace('"hydrate":"sign"', '"hydrate":"now"')
    .replace('</head>', `${hotReload}</head>`);
  return { type: 'text/html; charset=utf-8', body };
};

/**
 * The site as it is developed: sources are transformed as they are asked for, a change of them is put into the open
 * page, and a change of content loads it anew. Give it to `createWeb` as `before`.
 */
export const developmentSite =
  (contentDir: string): NonNullable<WebParts['before']> =>
  async (server) => {
    const vite = await createServer({
      ...shared,
      server: { middlewareMode: true, ws: { server: server.server } },
    });
    vite.watcher.add(contentDir).on('change', (file) => {
      if (file.startsWith(contentDir)) vite.ws.send({ type: 'full-reload' });
    });
    server.addHook('onClose', () => vite.close());

    const middleware: Middleware = vite.middlewares;
    server.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith(base) || request.method !== 'GET') return;
      const taken = await new Promise<boolean>((resolve, reject) => {
        reply.raw.once('finish', () => resolve(true));
        middleware(request.raw, reply.raw, (error) => (error ? reject(error) : resolve(false)));
      });
      if (taken) return reply.hijack();
      const renderer = (await vite.ssrLoadModule('/src/entry.server.tsx')) as Renderer;
      const plan = planSite(await contentFolder(contentDir)(), renderer, 'development');
      const address = request.url.split('?', 1)[0] ?? '';
      const answer = await answerTo(plan, renderer, address);
      if (!answer) return;
      // Vite's own scripts stand in the document: the content policy is for what is built.
      return reply.removeHeader('content-security-policy').type(answer.type).send(answer.body);
    });
  };
