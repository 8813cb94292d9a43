import type { ComponentType } from 'react';

/** A supported language. */
export type Language = 'is' | 'en';

/** Metadata of every page. */
export type PageContext = {
  /** Key of the page in the table of paths, `product.kasko`. */
  key: string;
  language: Language;
  /** The page's own title, without the site's suffix (rule LANG-7). */
  title: string;
  description: string;
  /** The same page in each available language, as site paths. */
  alternates: Partial<Record<Language, string>>;
  /** Decides which shell the page gets. */
  area: 'site' | 'portal' | 'staff';
};

/** Body of `page-data.json` (rule PATH-4). */
export type PageData<Data = unknown> = {
  path: string;
  componentChunkName: string;
  matchPath?: string;
  staticQueryHashes: string[];
  result: { data: Data; pageContext: PageContext };
  webpackCompilationHash: string;
};

/** The current location; `path` is without base, query and hash. */
export type Location = {
  path: string;
  search: string;
  hash: string;
  /** Values of the page's `matchPath`, percent-decoded. */
  params: Record<string, string>;
};

/**
 * Props of every template: the default export of a module listed in `src/templates.ts`. `src/content/documents.ts` has the type of
 * `data` for each template of the site. The engine renders the shell and the document's head, focuses the page's `h1`
 * after a navigation, and exports from `src/engine/index.ts`:
 * - `<Link to>`: a link that follows the link rules; `to` is a site path (`/tryggingar`), a hash, `tel:`, `mailto:` or a
 *   URL.
 * - `useLocation()`, `navigate(to, { replace, state })`, `usePage()`: the location, navigation, and the page with its
 *   loading status.
 * - `useTexts()`: `t` for the page's language, with the texts of its area.
 * - `useStaticQuery('site')`: menus and footer.
 */
export type TemplateProps<Data = unknown> = {
  data: Data;
  context: PageContext;
  location: Location;
};

export type Template = ComponentType<TemplateProps>;
