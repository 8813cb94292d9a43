/** The page of `one-subject.test.tsx`: the portal's session, header, acting bar and lists around two minimal screens. */
import { createTranslator } from '@hofn/texts';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as englishShell } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { ComponentProps, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Site } from '../../content/site.ts';
import { ShownContext } from '../../engine/App.tsx';
import type { PageContext } from '../../engine/index.ts';
import { setRouter } from '../../engine/navigate.ts';
import { TextsContext } from '../../engine/texts.ts';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { createSessionParts } from '../../session/create-session-parts.ts';
import { useCall } from '../../session/index.ts';
import type { OfflineAnswers } from '../../session/offline-answers.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import type { Session } from '../../session/session-store.ts';
import { ActingBar } from '../../shell/ActingBar.tsx';
import { PortalHeader } from '../../shell/PortalHeader.tsx';
import { ForSubject } from '../../shell/RemountForSubject.tsx';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import { ActFor } from '../access/columns.tsx';
import { own, people, type Service } from './one-subject-service.ts';

const translators = {
  is: createTranslator('is', { ...shell, ...portal }),
  en: createTranslator('en', { ...englishShell, ...english }),
};
const none = { individuals: [], companies: [], about: [] };
const site = {
  company: {},
  assistance: { button: 'Aðstoð' },
  menu: { top: [], links: none, middle: none, portal: [], portalSub: {} },
} as unknown as Site;
export const paths = (language: 'is' | 'en') => ({
  home: pathOf('portal.base', language),
  list: pathOf('portal.claims', language),
});

/** Renders the response's subject and language as attributes. */
const ResponseOwner = ({ data }: { data: unknown }) => {
  const { of, language } = data as { of: string; language: string };
  return <p data-of={of} lang={language} />;
};

const Home = () => {
  const call = useCall('/api/policy/v3/overview', {});
  const subjectSwitch = useSubjectSwitch();
  return (
    <>
      <PrintedFor />
      {Object.values(people).map(({ ssn, fullName }) => (
        <ActFor key={ssn} ssn={ssn} name={fullName} customerSwitch={subjectSwitch} />
      ))}
      <input name="note" />
      {call.data && <ResponseOwner data={call.data} />}
    </>
  );
};

const List = () => {
  const [filter, setFilter] = useHistoryState('filter', { search: '' });
  const pages = usePages(10);
  const search = useDebouncedValue(filter.search);
  const call = useCall('/api/claim/v1', { query: { ...(search && { search }), ...pages.query } });
  useRestartOnRefusedCursor(pages, call.error);
  return (
    <>
      <PrintedFor />
      <input
        name="filter"
        value={filter.search}
        onChange={({ target }) => setFilter({ search: target.value })}
      />
      {call.data && <ResponseOwner data={call.data} />}
      {call.data?.nextCursor && (
        <button type="button" name="next" onClick={() => pages.goNext(call.data.nextCursor ?? '')} />
      )}
    </>
  );
};

// Captured before the test stubs the global `history`.
const browser = window.history;

/** The session history of a window, which replaces the browser's. */
export const createHistory = () => {
  let entries: { path: string; state: unknown }[] = [{ path: paths('is').home, state: null }];
  let index = 0;
  const here = () => entries[index] ?? { path: '/', state: null };
  const moved = () => browser.replaceState(null, '', here().path);
  moved();
  return {
    get state() {
      return here().state;
    },
    entries: () => entries,
    path: () => here().path,
    replaceState: (state: unknown) => {
      here().state = structuredClone(state);
    },
    push: (path: string) => {
      entries = [...entries.slice(0, index + 1), { path, state: null }];
      index += 1;
      moved();
    },
    back: () => {
      index = Math.max(0, index - 1);
      moved();
    },
  };
};
export type History = ReturnType<typeof createHistory>;

/** In-memory offline copies; `onSave` is called with each. */
export const createOfflineCopies = (onSave: (value: unknown) => void): OfflineAnswers => {
  const values = new Map<string, unknown>();
  return {
    save: async (_user, name, value) => {
      onSave(value);
      values.set(name, value);
    },
    read: async (_user, name) => (values.has(name) ? { value: values.get(name), at: 0 } : undefined),
    owner: async () => undefined,
    clear: async () => values.clear(),
  };
};

const currentLanguage = () => (languageOfPath(location.pathname) === 'en' ? 'en' : 'is');

const signedIn = { status: 'authenticated', user: { sub: own } };

/** Opens the page in a new document: a new session with the same service and history. */
export const openPage = (options: {
  service: Service;
  history: History;
  container: HTMLElement;
  kept: OfflineAnswers;
}) => {
  const { service, history, container, kept } = options;
  const session = {
    start: async () => {},
    state: () => signedIn,
    subscribe: () => () => true,
    calls: { token: async () => 'token', handleUnauthorized: async () => false },
  } as unknown as Session;
  const parts: SessionParts = createSessionParts({
    session,
    language: currentLanguage,
    offlineAnswers: kept,
    base: async () => '',
    fetch: service.fetch,
    onViewLost: () => {},
  });
  const root = createRoot(container);
  const wrap = (screen: ReactNode) => {
    const language = currentLanguage();
    const here = {
      shown: {
        location: { path: history.path(), search: '', hash: '', params: {} },
        page: { staticQueries: { site } },
      },
      links: { newTabPaths: [] },
    } as unknown as ComponentProps<typeof ShownContext>['value'];
    const context = {
      language,
      key: 'portal.base',
      alternates: {},
      area: 'portal',
    } as unknown as PageContext;
    return (
      <ShownContext value={here}>
        <TextsContext value={translators[language]}>
          <SessionProvider parts={parts}>
            <PortalHeader context={context} site={site} />
            <ActingBar />
            <ForSubject title="">{screen}</ForSubject>
          </SessionProvider>
        </TextsContext>
      </ShownContext>
    );
  };
  const render = () => {
    const path = history.path();
    const { home } = paths(currentLanguage());
    root.render(wrap(path === home ? <Home key={path} /> : <List key={path} />));
  };
  const navigate = async (path: string) => {
    if (path !== history.path()) history.push(path);
    render();
  };
  setRouter({ navigate, handleHistoryStep: async () => render() });
  render();
  return { parts, navigate, draw: render, close: () => root.unmount() };
};
export type OpenPage = ReturnType<typeof openPage>;
