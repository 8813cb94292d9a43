import type { Catalogue } from '@hofn/texts/translator.ts';
import { loadTexts } from './texts.ts';
import type { PageData, Template } from './types.ts';

/** What a page needs besides its data. */
export type PageParts = { Template: Template; texts: Catalogue };

const templates = import.meta.glob<{ default: Template }>('../templates/*.tsx');

/** The name of a template's file from the name of its chunk in page data: `component---product` is `product`. */
export const templateOf = (chunkName: string): string => chunkName.replace(/^component---/, '');

/**
 * Loads the template and the texts of a page.
 * @throws when the build has no such template, or its chunk does not come
 */
export const loadParts = async ({ componentChunkName, result }: PageData): Promise<PageParts> => {
  const load = templates[`../templates/${templateOf(componentChunkName)}.tsx`];
  if (!load) throw new Error(`No template for ${componentChunkName}`);
  const [template, texts] = await Promise.all([load(), loadTexts(result.pageContext)]);
  return { Template: template.default, texts };
};

/** Names of the templates that this build has. */
export const templateNames = (): string[] =>
  Object.keys(templates).map((path) => path.replace(/^.*\/|\.tsx$/g, ''));
