import '@hofn/ui/base.css';
import { pageTitle } from '@hofn/texts/title.ts';
import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import style from './app.module.css';
import type { AppShell } from './app-shell.ts';
import { loadChunk, type PageParts } from './chunks.ts';
import type { LinkPaths } from './embedded-page.ts';
import type { Progress, Shown } from './router.ts';
import { TextsContext, useTexts } from './texts.ts';
import type { Location, PageContext } from './types.ts';

/** What the screen reads the router by; the server gives one that never changes. */
export type RouterView = {
  subscribe(listener: () => void): () => void;
  shown(): Shown<PageParts>;
  firstShown(): Shown<PageParts>;
  progress(): Progress;
};

// Two contexts: progress changes while the page on the screen, and all that stands below it, stays as it is.
const RouterContext = createContext<RouterView | undefined>(undefined);
export const ShownContext = createContext<{ shown: Shown<PageParts>; links: LinkPaths } | undefined>(
  undefined,
);

const present = <T,>(value: T | undefined): T => {
  if (value === undefined) throw new Error('No page around it');
  return value;
};

const useShown = (): Shown<PageParts> => present(useContext(ShownContext)).shown;

const atRest: Progress = { status: 'success', delayed: false };

const useProgress = (): Progress => {
  const router = present(useContext(RouterContext));
  return useSyncExternalStore(router.subscribe, router.progress, () => atRest);
};

/** What the link rules ask of paths. */
export const useLinkPaths = (): LinkPaths => present(useContext(ShownContext)).links;

/** Where the reader is. The page's own path until the first render is over. */
export const useLocation = (): Location => useShown().location;

/** The page on the screen, and how the last load of a page ended (rule PATH-21). */
export const usePage = (): { context: PageContext; path: string; status: Progress['status'] } => {
  const { page } = useShown();
  return { context: page.data.result.pageContext, path: page.path, status: useProgress().status };
};

/** Whether a page is taking longer than a second to come (rule PATH-11). */
export const useDelayedLoad = (): boolean => useProgress().delayed;

/** The result of one of the page's static queries, by name. */
export const useStaticQuery = <Result,>(name: string): Result => {
  const { staticQueries } = useShown().page;
  if (!Object.hasOwn(staticQueries, name)) throw new Error(`No query ${name}`);
  return staticQueries[name] as Result;
};

type AppProps = { Shell: AppShell['Shell']; router: RouterView; links: LinkPaths };

/** Every page: its shell, its template, and what is said aloud when it changes. */
export const App = ({ Shell, router, links }: AppProps) => {
  const shown = useSyncExternalStore(router.subscribe, router.shown, router.firstShown);
  const { page, location } = shown;
  const { data, pageContext } = page.data.result;
  const { Template } = page.parts;
  const texts = page.staticQueries.texts as Catalogue;
  const t = useMemo(() => createTranslator(pageContext.language, texts), [pageContext.language, texts]);
  const here = useMemo(() => ({ shown, links }), [shown, links]);
  return (
    <RouterContext value={router}>
      <ShownContext value={here}>
        {/* The texts have the keys of their area: see `useTexts`. */}
        <TextsContext value={t as never}>
          <Shell
            context={pageContext}
            location={location}
            isServed={page === router.firstShown().page}
            modal={shown.modal}
          >
            <Template key={page.path} data={data} context={pageContext} location={location} />
          </Shell>
          <RouteNews />
        </TextsContext>
      </ShownContext>
    </RouterContext>
  );
};

/** Title, language, focus and scroll after each navigation, and the notice of a slow or failed one. */
const RouteNews = () => {
  const t = useTexts();
  const { arrival, page, location, modal } = useShown();
  const { delayed, status } = useProgress();
  const { language } = page.data.result.pageContext;
  const { title } = (modal?.page ?? page).data.result.pageContext;
  const [spoken, setSpoken] = useState('');
  const seen = useRef(arrival);
  useLayoutEffect(() => {
    if (seen.current === arrival || !arrival) return;
    seen.current = arrival;
    document.documentElement.lang = language;
    document.title = pageTitle(language, title);
    // The chunk is here: the navigation loaded its page with it.
    void loadChunk('engine/navigation-chunk').then(({ arrive }) =>
      setSpoken(arrive(arrival, location) ? t('shell|navigatedTo', { title: title || document.title }) : ''),
    );
  }, [arrival, language, title, location, t]);
  useEffect(() => {
    // What the outside can see of the engine: that it has taken over, and how the last load ended (rule PATH-21).
    document.documentElement.dataset.live = '';
    document.documentElement.dataset.loading = status;
  }, [status]);
  return (
    <>
      <p className={style.spoken} role="status">
        {spoken}
      </p>
      <div className={style.notice} role="status">
        {delayed && <p>{t('shell|delayedLoad')}</p>}
      </div>
      {status === 'error' && (
        <div className={style.notice} role="alert">
          <p>{t('shell|loadFailed')}</p>
        </div>
      )}
    </>
  );
};
