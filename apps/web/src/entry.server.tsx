import { prerender } from 'react-dom/static';
import { App } from './engine/App.tsx';
import type { LinkPaths } from './engine/embedded.ts';
import type { LoadedPage } from './engine/loader.ts';
import { loadParts, type PageParts, templateNames } from './engine/parts.ts';
import type { RouterState } from './engine/router.ts';
import type { PageData } from './engine/types.ts';

export { templateNames };

/**
 * The markup of a page, as hydration expects it.
 * @throws what the template throws, with the page's path before it
 */
export const renderPage = async (
  data: PageData,
  staticQueries: Record<string, unknown>,
  links: LinkPaths,
): Promise<string> => {
  const page: LoadedPage<PageParts> = {
    status: 'success',
    path: data.path,
    notFound: false,
    data,
    staticQueries,
    parts: await loadParts(data),
    buildHash: data.webpackCompilationHash,
  };
  const state: RouterState<PageParts> = {
    page,
    location: { path: data.path, search: '', hash: '', params: {} },
    status: 'success',
    delayed: false,
  };
  const still = () => state;
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <App router={{ subscribe: () => () => {}, state: still, firstState: still }} links={links} />,
    { onError: (error) => void faults.push(error) },
  );
  const html = await new Response(prelude).text();
  if (faults.length > 0) throw new Error(`${data.path} could not be rendered`, { cause: faults[0] });
  return html;
};
