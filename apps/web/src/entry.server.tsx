import { text } from 'node:stream/consumers';
import { createTranslator } from '@hofn/texts/translator.ts';
import { ErrorState } from '@hofn/ui';
import { drawingSources } from '@hofn/ui/illustrations/sources.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import type { Site } from './content/site.ts';
import { App } from './engine/App.tsx';
import { loadParts, type PageParts, setChunkLoader } from './engine/chunks.ts';
import type { LinkPaths } from './engine/embedded-page.ts';
import type { LoadedPage } from './engine/loaded-page.ts';
import type { Shown } from './engine/router.ts';
import type { Catalogues } from './engine/texts.ts';
import type { PageData } from './engine/types.ts';
import styles from './shell/Failed.module.css';
import { requestFrame } from './shell/public-frame.ts';
import { Shell } from './shell/Shell.tsx';
import { templates } from './templates.ts';

/**
 * Markup of the error notice for what cannot be rendered or loaded, independent of the page's scripts (rule HOLD-1). On
 * a page rendered only by scripts it replaces all content.
 */
export const renderFailure = (
  { result: { pageContext } }: PageData,
  staticQueries: Record<string, unknown>,
): string => {
  const { language, area, title } = pageContext;
  const t = createTranslator(language, staticQueries.texts as Catalogues['site']);
  const { company } = staticQueries.site as Site;
  return renderToStaticMarkup(
    <div className={area === 'site' ? `page-width ${styles.notice}` : `page-width`}>
      {area !== 'site' && <h1 className={styles.title}>{title}</h1>}
      <ErrorState
        title={t('failure|title')}
        retryLabel={t('failure|retry')}
        onRetry={() => {}}
        phone={{ label: company.phone, href: company.phoneHref }}
      >
        {t('failure|text')}
      </ErrorState>
    </div>,
  );
};

const chunks = {
  'shell/PublicFrame': () => import('./shell/PublicFrame.ts'),
  'entry.portal': () => import('./entry.portal.tsx'),
  'shell/StaffFrame': () => import('./shell/StaffFrame.tsx'),
  'shell/ModalPage': () => import('./shell/ModalPage.tsx'),
  'site/Company': () => import('./site/Company.tsx'),
};

export { drawingSources };

/** Names of the build's templates. */
export const templateNames = (): string[] => Object.keys(templates);

const loadPart = async (name: string): Promise<unknown> => {
  const parts: Record<string, () => Promise<unknown>> = name.startsWith('templates/') ? templates : chunks;
  const load = parts[name.replace('templates/', '')];
  if (!load) throw new Error(`There is no ${name}`);
  return load();
};

// Caches imports, which every page would otherwise look up again.
const loaded = new Map<string, Promise<unknown>>();

setChunkLoader((name) => {
  const part = loaded.get(name) ?? loadPart(name);
  loaded.set(name, part);
  return part;
});

/**
 * The markup of a page, for hydration.
 * @throws the template's error, with the page's path
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
  await requestFrame();
  const faults: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <App
      Shell={Shell}
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
      // Never streams a large boundary separately: inserting it would need a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await text(prelude);
  if (faults.length > 0) throw new Error(`${data.path} could not be rendered`, { cause: faults[0] });
  return html;
};
