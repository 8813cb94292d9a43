import { compareIcelandic } from '@hofn/texts';
import { languages } from '@hofn/texts/language.ts';
import { matchPath, type PathRow, paths } from '@hofn/texts/paths.ts';
import type { PageLink, Site } from '../src/content/site.ts';
import type { Language, PageContext } from '../src/engine/types.ts';
import { appPages } from './app-pages.ts';
import type { Content, Document } from './content.ts';
import { withoutMissing } from './missing-links.ts';
import { dataOf } from './template-data.ts';

/** A page in one language, for `page-data.json` and HTML. */
export type Page = {
  /** Site path, with `[id]` for a parameter of the match path. */
  path: string;
  matchPath?: string;
  template: string;
  data: unknown;
  context: PageContext;
};

/** A planned page, before its links are resolved. */
type Plan = {
  key: string;
  template: string;
  path: Record<Language, string>;
  area: PageContext['area'];
  /** The page's document, by language; undefined for a page without content. */
  documents?: Record<Language, Document>;
  title: Record<Language, string>;
  /** For a page without a document. */
  description?: Record<Language, string>;
};

const rows = new Map<string, PathRow>(paths.map((row) => [row.key, row]));

/** Path of a page with parameters: `/tryggingar/:id` is stored at `/tryggingar/[id]`. */
const ownPath = (path: string): string => path.replace(/:(\w+)/g, '[$1]');

const textOf = (document: Document, field: string): string => {
  const value = document.data[field];
  return typeof value === 'string' ? value : '';
};

const inBothLanguages = (
  content: Content,
  { type, uid }: Pick<Document, 'type' | 'uid'>,
): Record<Language, Document> => ({
  is: content.document(type, uid, 'is'),
  en: content.document(type, uid, 'en'),
});

const planOfDocument = (content: Content, document: Document): Plan | string => {
  const key = document.page ?? '';
  const row = rows.get(key);
  const path = row ? { is: row.is, en: row.en } : document.path;
  const name = `${document.type}/${document.uid}`;
  if (!path) return `${name}: no path for the page ${key} in the table of paths, and none of its own`;
  const documents = inBothLanguages(content, document);
  for (const language of languages)
    for (const field of ['title', 'description'])
      if (!textOf(documents[language], field)) return `${name}: no ${field} in ${language}`;
  return {
    key,
    template: document.type,
    path,
    area: 'site',
    documents,
    title: { is: textOf(documents.is, 'title'), en: textOf(documents.en, 'title') },
  };
};

/**
 * The pages of the site in both languages: every document with a page whose template exists, and the application's
 * pages. Links to anything else are removed, so that no page has a dead link.
 *
 * @param templates names of the templates that the build has
 * @throws an error that names every document that cannot be a page, and every path with two pages
 */
export const planPages = (
  content: Content,
  templates: readonly string[],
): { pages: Page[]; site: Record<Language, Site> } => {
  const faults: string[] = [];
  const plans: Plan[] = [];
  for (const document of content.documents.filter((entry) => entry.language === 'is' && entry.page)) {
    if (!templates.includes(document.type)) continue;
    const plan = planOfDocument(content, document);
    if (typeof plan === 'string') faults.push(plan);
    else plans.push(plan);
  }
  for (const { key, template, area, description, document } of appPages) {
    const row = rows.get(key);
    if (!templates.includes(template)) continue;
    if (row)
      plans.push({
        key,
        template,
        area,
        path: row,
        title: row.title,
        ...(description ? { description } : {}),
        ...(document && { documents: inBothLanguages(content, document) }),
      });
    else faults.push(`${key}: no such row in the table of paths`);
  }
  const claimed = new Map<string, string>();
  for (const plan of plans) {
    for (const language of languages) {
      const path = plan.path[language];
      const other = claimed.get(path);
      if (other) faults.push(`${path} is claimed by ${other} and ${plan.key}`);
      claimed.set(path, plan.key);
    }
  }
  if (faults.length > 0) throw new Error(`These pages are invalid:\n  ${faults.join('\n  ')}`);

  const byKey = new Map(plans.map((plan) => [plan.key, plan]));
  const byPath = new Map(plans.flatMap((plan) => languages.map((language) => [plan.path[language], plan])));
  const pathIn = (language: Language) => (key: string) => byKey.get(key)?.path[language];
  const linkTo = (key: string, language: Language): PageLink | undefined => {
    const plan = byKey.get(key);
    return plan && { title: plan.title[language], page: key, path: plan.path[language] };
  };

  const pages = plans.flatMap((plan) =>
    languages.map((language): Page => {
      const path = plan.path[language];
      const document = plan.documents?.[language];
      const data = document
        ? {
            ...dataOf(document, { content, language, linkTo: (key) => linkTo(key, language) }),
            crumbs: crumbsOf(plan, language, byKey, byPath, document),
          }
        : plan.key === 'search'
          ? { pages: listOf(plans, language) }
          : {};
      const title = plan.title[language];
      return {
        path: ownPath(path),
        ...(path.includes(':') ? { matchPath: path } : {}),
        template: plan.template,
        data: withoutMissing(data, pathIn(language)),
        context: {
          key: plan.key,
          language,
          // The front page has only the default title (rule LANG-7).
          title: plan.key === 'front' ? '' : title,
          description: document ? textOf(document, 'description') : (plan.description?.[language] ?? ''),
          alternates: { is: plan.path.is, en: plan.path.en },
          area: plan.area,
        },
      };
    }),
  );
  const siteIn = (language: Language): Site => {
    const part = (type: string) => content.document(type, type, language).data;
    const whole = {
      company: part('company'),
      menu: part('menu'),
      footer: part('footer'),
      assistance: part('assistance'),
    };
    return withoutMissing(whole, pathIn(language)) as unknown as Site;
  };
  return { pages, site: { is: siteIn('is'), en: siteIn('en') } };
};

/** Rows of the table of paths without a page in each language (rule LANG-10); `live` rows need none. */
export const rowsWithoutPage = (pages: readonly Pick<Page, 'path' | 'matchPath' | 'context'>[]): string[] => {
  const answered = new Set(
    pages.map(({ path, matchPath: pattern, context: { key, language } }) => {
      const row = rows.get(key) ?? matchPath(pattern ?? path)?.row;
      return `${row?.key} ${language}`;
    }),
  );
  return paths.flatMap((row) =>
    languages
      .filter((language) => !row.live && !answered.has(`${row.key} ${language}`))
      .map((language) => `${row.key}: ${row[language]}`),
  );
};

/** Every public page by title, for searching without scripts. */
const listOf = (plans: readonly Plan[], language: Language): PageLink[] =>
  plans
    .filter(
      ({ key, documents, path }) => documents && !path.is.includes(':') && rows.get(key)?.index !== false,
    )
    .map(({ key, title, path }) => ({ title: title[language], page: key, path: path[language] }))
    .toSorted((a, b) => compareIcelandic(a.title, b.title));

/** Ancestors of a page: pages whose path is a prefix, and a product's group, outermost first. */
const crumbsOf = (
  plan: Plan,
  language: Language,
  byKey: ReadonlyMap<string, Plan>,
  byPath: ReadonlyMap<string, Plan>,
  document: Document,
): PageLink[] => {
  const segments = plan.path[language].split('/');
  const prefixes = segments.map((_, count) => segments.slice(0, count).join('/'));
  const group = byKey.get(String(document.data.group));
  const above = new Set([...prefixes.map((path) => byPath.get(path)), group]);
  return [...above]
    .flatMap((other) => (other && other !== plan && other.key !== 'front' ? [other] : []))
    .toSorted((a, b) => a.path[language].length - b.path[language].length)
    .map((other) => ({ title: other.title[language], page: other.key, path: other.path[language] }));
};
