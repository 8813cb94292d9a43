import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './engine/App.tsx';
import { loadParts, type PageParts, setChunkLoader } from './engine/chunks.ts';
import type { LinkPaths } from './engine/embedded.ts';
import { wantFrame } from './engine/frame.ts';
import type { LoadedPage } from './engine/loader.ts';
import type { Shown } from './engine/router.ts';
import type { PageData } from './engine/types.ts';

const templates = import.meta.glob('./templates/*.tsx');
const frames = {
  'shell/PublicFrame': () => import('./shell/PublicFrame.ts'),
  'shell/PortalFrame': () => import('./shell/PortalFrame.tsx'),
  'shell/StaffFrame': () => import('./shell/StaffFrame.tsx'),
  'shell/ModalPage': () => import('./shell/ModalPage.tsx'),
};

/** Names of the templates that this build has. */
export const templateNames = (): string[] =>
  Object.keys(templates).map((path) => path.replace(/^.*\/|\.tsx$/g, ''));

const loadPart = async (name: string): Promise<unknown> => {
  const load = name.startsWith('templates/')
    ? templates[`./${name}.tsx`]
    : frames[name as keyof typeof frames];
  if (!load) throw new Error(`There is no ${name}`);
  return load();
};

// An import is looked up anew each time, and every page asks for its parts.
const loaded = new Map<string, Promise<unknown>>();

setChunkLoader((name) => {
  const part = loaded.get(name) ?? loadPart(name);
  loaded.set(name, part);
  return part;
});

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
  const shown: Shown<PageParts> = {
    page,
    location: { path: data.path, search: '', hash: '', params: {} },
  };
  const still = () => shown;
  await wantFrame();
  const faults: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <App
      router={{
        subscribe: () => () => {},
        shown: still,
        firstShown: still,
        progress: () => ({ status: 'success', delayed: false }),
      }}
      links={links}
    />,
    {
      onError: (error) => void faults.push(error),
      // A boundary is never split off, however large: that would take a script to put it back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await text(prelude);
  if (faults.length > 0) throw new Error(`${data.path} could not be rendered`, { cause: faults[0] });
  return html;
};
