import { pageTitle } from '@hofn/texts/title.ts';
import type { Site } from '../src/content/site.ts';
import type { Language } from '../src/engine/types.ts';

/** Size of the picture that is shown with a shared link, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The picture of a language: its place below `public`, and below the site's base. `scripts/share-pictures.ts` draws it. */
export const shareFile = (language: Language): string => `share/${language}.png`;

/** What Open Graph says of the picture: name of the property and its content. */
export const shareProperties = (
  language: Language,
  { company }: Site,
  siteUrl: string,
): [name: string, content: string][] => [
  ['og:image', `${siteUrl}/${shareFile(language)}`],
  ['og:image:type', 'image/png'],
  ['og:image:width', String(shareSize.width)],
  ['og:image:height', String(shareSize.height)],
  // What stands on it: the name and the site's own title.
  ['og:image:alt', `${company.name}. ${pageTitle(language)}`],
];
