import { pageTitle } from '@hofn/texts/page-title.ts';
import type { Site } from '../src/content/site.ts';
import type { Language } from '../src/engine/types.ts';

/** Size of the picture of link previews, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Path of a language's picture, below `public` and below the site's base. `scripts/share-pictures.ts` draws it. */
export const shareFile = (language: Language): string => `share/${language}.png`;

/** Open Graph properties of the picture, with their content. */
export const shareProperties = (
  language: Language,
  { company }: Site,
  siteUrl: string,
): [name: string, content: string][] => [
  ['og:image', `${siteUrl}/${shareFile(language)}`],
  ['og:image:type', 'image/png'],
  ['og:image:width', String(shareSize.width)],
  ['og:image:height', String(shareSize.height)],
  // The text in the picture: the name and the site's title.
  ['og:image:alt', `${company.name}. ${pageTitle(language)}`],
];
