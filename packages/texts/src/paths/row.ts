/**
 * One page in both languages (rule LANG-10): site paths without the base and without a slash at the end. A segment
 * that begins with a colon stands for a value.
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
  /** False: kept out of the sitemap and of search engines. */
  readonly index?: boolean;
  /** Opens in a new tab (rule LINK-6). */
  readonly newTab?: boolean;
  /** Shown by the server when it is asked for: no page of the build leads here. */
  readonly live?: boolean;
  /** Key of the row whose path is the canonical one of the same screen. */
  readonly aliasOf?: string;
};
