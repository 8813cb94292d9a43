import type { ComponentType } from 'react';

/** A language the product speaks. */
export type Language = 'is' | 'en';

/** What every page says of itself, whatever its template. */
export type PageContext = {
  /** Key of the page in the table of paths, `product.kasko`. */
  key: string;
  language: Language;
  /** The page's own title, without the default that follows it (rule LANG-7). */
  title: string;
  description: string;
  /** The same page in each language that has it, as site paths without the base. */
  alternates: Partial<Record<Language, string>>;
  /** Which shell surrounds it. */
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

/** Where the reader is; `path` is without base, query and hash. */
export type Location = {
  path: string;
  search: string;
  hash: string;
  /** Values of the page's `matchPath`, percent-decoded. */
  params: Record<string, string>;
};

/**
 * Props of every template. A template is one file in `src/templates`, whose default export takes these. What `data` is
 * for each template of the site stands in `src/content/documents.ts`. The engine gives a template the shell around it, the head
 * of the document, focus on its one `h1` after a navigation, and these, from `src/engine/index.ts`:
 * - `<Link to>`: a link by the link rules; `to` is a site path (`/tryggingar`), a hash, `tel:`, `mailto:` or an address.
 * - `useLocation()`, `navigate(to, { replace, state })`, `usePage()`: where the reader is, going elsewhere, and the page
 *   with its loading status.
 * - `useTexts()`: `t` of the page's language with the texts of its area.
 * - `useStaticQuery('site')`: menus and footer, which `Shell` also takes: `Shell({ context, location, site, children })`.
 */
export type TemplateProps<Data = unknown> = {
  data: Data;
  context: PageContext;
  location: Location;
};

export type Template = ComponentType<TemplateProps>;
