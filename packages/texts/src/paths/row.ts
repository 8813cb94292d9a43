/**
 * One page in both languages (rule LANG-10): site paths without base and trailing slash. A segment that starts
 * with a colon is a parameter.
 */
export type PathRow = {
  readonly key: string;
  readonly is: string;
  readonly en: string;
  /** Name of the template that shows it. */
  readonly template: string;
  readonly title: { readonly is: string; readonly en: string };
  /** Needs sign-in. */
  readonly protected?: boolean;
  /** False: excluded from the sitemap and from search engines. */
  readonly index?: boolean;
  /** Opens in a new tab (rule LINK-6). */
  readonly newTab?: boolean;
  /** Rendered by the server on request instead of at build time. */
  readonly live?: boolean;
  /** Key of the row whose path is the canonical one of the same screen. */
  readonly aliasOf?: string;
};
