import '@hofn/ui/base.css';
import { pageTitle } from '@hofn/texts/page-title.ts';
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

/** Subscribes React to the router, which never changes on the server. */
export type RouterView = {
  subscribe(listener: () => void): () => void;
  shown(): Shown<PageParts>;
  firstShown(): Shown<PageParts>;
  progress(): Progress;
};

// Two contexts, because progress changes without re-rendering the page.
const RouterContext = createContext<RouterView | undefined>(undefined);
export const ShownContext = createContext<{ shown: Shown<PageParts>; links: LinkPaths } | undefined>(
  undefined,
);

const required = <T,>(value: T | undefined): T => {
  if (value === undefined) throw new Error('No page context');
  return value;
};

const useShown = (): Shown<PageParts> => required(useContext(ShownContext)).shown;

const atRest: Progress = { status: 'success', delayed: false };

const useProgress = (): Progress => {
  const router = required(useContext(RouterContext));
  return useSyncExternalStore(router.subscribe, router.progress, () => atRest);
};

/** Paths for the link rules. */
export const useLinkPaths = (): LinkPaths => required(useContext(ShownContext)).links;

/** The current location; during hydration, the page's own path. */
export const useLocation = (): Location => useShown().location;

/** The page on the screen, and the status of the last page load (rule PATH-21). */
export const usePage = (): { context: PageContext; path: string; status: Progress['status'] } => {
  const { page } = useShown();
  return { context: page.data.result.pageContext, path: page.path, status: useProgress().status };
};

/** Whether the pending page load has taken longer than a second (rule PATH-11). */
export const useIsLoadDelayed = (): boolean => useProgress().delayed;

/** The result of one of the page's static queries, by name. */
export const useStaticQuery = <Result,>(name: string): Result => {
  const { staticQueries } = useShown().page;
  if (!Object.hasOwn(staticQueries, name)) throw new Error(`No query ${name}`);
  return staticQueries[name] as Result;
};

type AppProps = { Shell: AppShell['Shell']; router: RouterView; links: LinkPaths };

/** Every page: shell, template, and announcements of navigations. */
export const App = ({ Shell, router, links }: AppProps) => {
  const shown = useSyncExternalStore(router.subscribe, router.shown, router.firstShown);
  const { page, location } = shown;
  const { data, pageContext } = page.data.result;
  const { Template } = page.parts;
  const texts = page.staticQueries.texts as Catalogue;
  const t = useMemo(() => createTranslator(pageContext.language, texts), [pageContext.language, texts]);
  const shownContext = useMemo(() => ({ shown, links }), [shown, links]);
  return (
    <RouterContext value={router}>
      <ShownContext value={shownContext}>
        <TextsContext value={t}>
          <Shell
            context={pageContext}
            location={location}
            isServed={page === router.firstShown().page}
            modal={shown.modal}
          >
            <Template key={page.path} data={data} context={pageContext} location={location} />
          </Shell>
          <NavigationStatus />
        </TextsContext>
      </ShownContext>
    </RouterContext>
  );
};

/** Applies title, language, focus and scroll after each navigation, and shows a slow or failed one. */
const NavigationStatus = () => {
  const t = useTexts();
  const { arrival, page, location, modal } = useShown();
  const { delayed, status } = useProgress();
  const { language } = page.data.result.pageContext;
  const { title } = (modal?.page ?? page).data.result.pageContext;
  const [announcement, setAnnouncement] = useState('');
  const lastArrival = useRef(arrival);
  useLayoutEffect(() => {
    if (lastArrival.current === arrival || !arrival) return;
    lastArrival.current = arrival;
    document.documentElement.lang = language;
    document.title = pageTitle(language, title);
    // Already loaded: the navigation loaded the page through this chunk.
    void loadChunk('engine/navigation-chunk').then(({ applyNavigation }) =>
      setAnnouncement(
        applyNavigation(arrival, location) ? t('shell|navigatedTo', { title: title || document.title }) : '',
      ),
    );
  }, [arrival, language, title, location, t]);
  useEffect(() => {
    // For tests and style sheets: hydration is complete, and the status of the last load (rule PATH-21).
    document.documentElement.dataset.live = '';
    document.documentElement.dataset.loading = status;
  }, [status]);
  return (
    <>
      <p className={style.spoken} role="status">
        {announcement}
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
