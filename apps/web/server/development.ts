import type { IncomingMessage, ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { shared } from '../build/bundles.ts';
import { contentFolder } from '../build/content.ts';
import {
  type AssetsOf,
  documentRenderer,
  planSite,
  type Renderer,
  type SitePlan,
} from '../build/plan-site.ts';
import { templateSources } from '../build/template-sources.ts';
import { chunkSources } from '../src/chunks.ts';
import { createMatcher } from '../src/engine/match.ts';
import { appDataAddress, pageDataAddress, staticQueryAddress } from '../src/engine/page-data-addresses.ts';
import { base, normalisePath, pagePathOf } from '../src/engine/paths.ts';
import type { WebParts } from './web.ts';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** URLs of the chunks in development: their sources, which Vite transforms on request. */
const sources: AssetsOf = () => ({
  styles: [],
  entry: `${base}/src/entry.client.tsx`,
  modules: [],
  chunks: {
    ...Object.fromEntries(
      Array.from(templateSources, ([name, source]) => [`templates/${name}`, `${base}/${source}`]),
    ),
    ...Object.fromEntries(
      Object.entries(chunkSources).map(([name, source]) => [name, `${base}/src/${source}`]),
    ),
  },
});

/** Vite's scripts, inserted without `transformIndexHtml`, which would add the base to paths that already have it. */
const hotReload = `<script type="module" src="${base}/@vite/client"></script><script type="module">${react.preambleCode.replace('__BASE__', `${base}/`)}</script>`;

type Answer = { status: number; type: string; body: string };

/** A page's document, with the development server's scripts. */
const pageAnswer = async (plan: SitePlan, renderer: Renderer, path: string, status: number) => {
  const page = plan.pages.find((candidate) => candidate.path === path);
  if (!page) return undefined;
  const document = await documentRenderer(plan, renderer, sources)(page);
  // Styles come with the scripts in development, so pages hydrate at once.
  const body = document
    .replace('"hydrate":"sign"', '"hydrate":"now"')
    .replace('</head>', `${hotReload}</head>`);
  return { status, type: 'text/html; charset=utf-8', body };
};

/** Response to an address of the page data protocol; undefined for other addresses. */
const answerTo = async (plan: SitePlan, renderer: Renderer, address: string): Promise<Answer | undefined> => {
  const json = (value: unknown) => ({
    status: 200,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(value),
  });
  if (address === appDataAddress) return json(plan.appData);
  for (const [hash, result] of plan.staticQueries)
    if (address === staticQueryAddress(hash)) return json(result);
  for (const [path, data] of plan.pageData) if (address === pageDataAddress(path)) return json(data);
  const wanted = normalisePath(address);
  const isFile = /\.[a-z]+$/.test(address) || address.includes('/page-data/');
  if (wanted === undefined || isFile) return undefined;
  const { path } = createMatcher(plan.appData.matchPaths)(pagePathOf(wanted));
  const missing = wanted === '/en' || wanted.startsWith('/en/') ? '/en/404' : '/404';
  return (
    (await pageAnswer(plan, renderer, path, path.endsWith('/404') ? 404 : 200)) ??
    pageAnswer(plan, renderer, missing, 404)
  );
};

/**
 * The site in development: sources are transformed on request, changes are hot-replaced, and a change of content reloads
 * the page. Pass it to `createWeb` as `before`.
 */
export const developmentSite =
  (contentDir: string): NonNullable<WebParts['before']> =>
  async (server) => {
    const vite = await createServer({
      ...shared,
      server: { middlewareMode: true, ws: { server: server.server } },
    });
    // The site's plan is cached until a source or a document changes.
    let made: { renderer: Renderer; plan: SitePlan } | undefined;
    const make = async () => {
      const renderer = (await vite.ssrLoadModule('/src/entry.server.tsx')) as Renderer;
      if (made?.renderer !== renderer) {
        made = { renderer, plan: planSite(await contentFolder(contentDir)(), renderer, 'development') };
      }
      return made;
    };
    vite.watcher.add(contentDir).on('all', (_event, file) => {
      const { client, ssr } = vite.environments;
      const rendered = ssr?.moduleGraph.getModulesByFile(file) !== undefined;
      // Invalidates all modules, because they cache loaded content, before the page reloads.
      if (rendered) ssr?.moduleGraph.invalidateAll();
      made = undefined;
      // Modules that no browser has loaded yet, such as the header before hydration, are only rendered into the
      // document.
      const unseen = rendered && client?.moduleGraph.getModulesByFile(file) === undefined;
      if (file.startsWith(contentDir) || unseen) vite.ws.send({ type: 'full-reload' });
    });
    server.addHook('onClose', () => vite.close());

    const middleware: Middleware = vite.middlewares;
    server.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith(base) || request.method !== 'GET') return;
      const { url } = request;
      const taken = await new Promise<boolean>((resolve, reject) => {
        reply.raw.once('finish', () => resolve(true));
        middleware(request.raw, reply.raw, (error) => (error ? reject(error) : resolve(false)));
      });
      if (taken) return reply.hijack();
      // Vite removes the base from the request's URL, and does not restore it.
      request.raw.url = url;
      const { renderer, plan } = await make();
      const answer = await answerTo(plan, renderer, url.split('?', 1)[0] ?? '');
      if (!answer) return;
      // No content security policy in development, because the document contains Vite's scripts.
      return reply
        .removeHeader('content-security-policy')
        .code(answer.status)
        .type(answer.type)
        .send(answer.body);
    });
  };
