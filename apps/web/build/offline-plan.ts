import { languages } from '@hofn/texts/language.ts';
import { withBase } from '../src/engine/paths.ts';
import type { Language } from '../src/engine/types.ts';
import { type OfflinePlan, planName } from '../src/offline/offline-plan.ts';
import { shellText } from './catalogues.ts';
import type { Page } from './plan-pages.ts';
import type { SitePlan } from './plan-site.ts';

const fallbackKey = 'offline';

/** Input of the service worker's plan. */
export const planOffline = (
  { pages, appData }: Pick<SitePlan, 'pages' | 'appData'>,
  /** URLs of all scripts that a page may load. */
  reachableFrom: (page: Page) => string[],
  /** A hash that changes with a page's document. */
  keyOf: (page: Page) => string,
  /** Files that every document may load, as absolute paths. */
  shared: readonly string[],
): OfflinePlan => {
  const fallbackIn = (language: Language) => {
    const page = pages.find(({ context }) => context.key === fallbackKey && context.language === language);
    if (!page) throw new Error(`The site has no page ${fallbackKey} in ${language}`);
    return { url: withBase(page.path), revision: keyOf(page) };
  };
  const portal = pages.filter(({ context }) => context.area === 'portal');
  const entries = <T>(of: (language: Language) => T) =>
    Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, T>;
  return {
    fallback: entries(fallbackIn),
    assets: [...shared],
    portal: [...portal.map(({ path }) => withBase(path)), ...new Set(portal.flatMap(reachableFrom))],
    matchPaths: appData.matchPaths,
    notice: entries((language) => shellText(language, 'shell|offline')),
  };
};

/** Content of `sw.js`: the plan, then the worker. */
export const serviceWorkerOf = (plan: OfflinePlan, worker: string): string =>
  `self.${planName}=${JSON.stringify(plan)};\n${worker}`;
