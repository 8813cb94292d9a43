import '@hofn/ui/base.css';
import { pageTitle } from '@hofn/texts/title.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Shell } from '../shell/Shell.tsx';
import type { Site } from '../shell/site.ts';
import style from './app.module.css';
import { arrive } from './arrive.ts';
import type { LinkPaths } from './embedded.ts';
import type { PageParts } from './parts.ts';
import type { RouterState } from './router.ts';
import { TextsContext, useTexts } from './texts.ts';
import type { Location, PageContext } from './types.ts';

/** What the screen reads the router by; the server gives one that never changes. */
export type RouterView = {
  subscribe(listener: () => void): () => void;
  state(): RouterState<PageParts>;
  firstState(): RouterState<PageParts>;
};

type Engine = { state: RouterState<PageParts>; links: LinkPaths };

const EngineContext = createContext<Engine | undefined>(undefined);

export const useEngine = (): Engine => {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('This needs a page around it');
  return engine;
};

/** Where the reader is. The same as the page's own path until the first render is over. */
export const useLocation = (): Location => useEngine().state.location;

/** The page on the screen, and how the last load of a page ended (rule PATH-21). */
export const usePage = (): {
  context: PageContext;
  path: string;
  status: 'loading' | 'success' | 'error';
} => {
  const { page, status } = useEngine().state;
  return { context: page.data.result.pageContext, path: page.path, status };
};

/** Whether a page is taking longer than a second to come (rule PATH-11). */
export const useDelayedLoad = (): boolean => useEngine().state.delayed;

/** The result of one of the page's static queries, by name. */
export const useStaticQuery = <Result,>(name: string): Result => {
  const { staticQueries } = useEngine().state.page;
  if (!(name in staticQueries)) throw new Error(`The page has no static query ${name}`);
  return staticQueries[name] as Result;
};

/** Every page: its shell, its template, and what is said aloud when it changes. */
export const App = ({ router, links }: { router: RouterView; links: LinkPaths }) => {
  const state = useSyncExternalStore(router.subscribe, router.state, router.firstState);
  const { page, location } = state;
  const { data, pageContext } = page.data.result;
  const { Template, texts } = page.parts;
  const t = useMemo(() => createTranslator(pageContext.language, texts), [pageContext.language, texts]);
  const engine = useMemo(() => ({ state, links }), [state, links]);
  return (
    <EngineContext value={engine}>
      {/* The catalogue has the keys of its area: see `useTexts`. */}
      <TextsContext value={t as never}>
        <Shell context={pageContext} location={location} site={page.staticQueries.site as Site}>
          <Template key={page.path} data={data} context={pageContext} location={location} />
        </Shell>
        <RouteNews />
      </TextsContext>
    </EngineContext>
  );
};

/** Title, language, focus, scroll and a spoken word after each navigation, and the notice of a slow or failed one. */
const RouteNews = () => {
  const t = useTexts();
  const { state } = useEngine();
  const { arrival, page, location, delayed, status } = state;
  const { language, title } = page.data.result.pageContext;
  const [spoken, setSpoken] = useState('');
  const shown = useRef(arrival);
  useLayoutEffect(() => {
    if (shown.current === arrival || !arrival) return;
    shown.current = arrival;
    document.documentElement.lang = language;
    document.title = pageTitle(language, title);
    arrive(arrival, location);
    if (!arrival.samePage) setSpoken(t('shell|navigatedTo', { title: title || document.title }));
  }, [arrival, language, title, location, t]);
  return (
    <>
      <p className={style.spoken} role="status">
        {spoken}
      </p>
      <div className={style.notice} role="status">
        {delayed && <p>{t('shell|delayedLoad')}</p>}
        {status === 'error' && <p>{t('shell|loadFailed')}</p>}
      </div>
    </>
  );
};
