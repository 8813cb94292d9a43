import { pageTitle } from '@hofn/texts/title.ts';
import { themes } from '@hofn/ui/tokens.ts';
import type { PageLink, Site } from '../src/content/site.ts';
import { base } from '../src/engine/paths.ts';
import type { Language } from '../src/engine/types.ts';

/** Where the manifest of a language is, below the site's base. */
export const manifestFile = (language: Language): string => `app.${language}.webmanifest`;

/** The mark as a vector: the site's own icon. */
export const iconSource = 'packages/ui/src/icons/favicon.svg';
/** Where it is below the site's base. */
export const vectorIcon = 'icons/app.svg';

/**
 * The mark as pixels, below `public` and below the site's base; `npm run share-pictures` draws them. The whole square of a
 * maskable one is coloured and its mark is smaller, because a phone cuts it to a shape of its own.
 */
export const pixelIcons = [
  { file: 'icons/app-192.png', size: 192, maskable: false },
  { file: 'icons/app-512.png', size: 512, maskable: false },
  { file: 'icons/app-maskable-512.png', size: 512, maskable: true },
  { file: 'icons/app-touch-180.png', size: 180, maskable: true },
] as const;

/** The icon of a phone that reads no manifest. */
export const touchIcon = pixelIcons[3].file;

/** Colour of the browser's own bar around a page, by the page's look. */
export const barColours = { light: themes.light.bar, dark: themes.dark.bar };

const at = (path: string): string => `${base}${path}`;

/**
 * The web app manifest of a language, by which a phone installs My pages: it opens there, and the whole site is within it.
 */
export const manifestOf = (language: Language, { company, menu }: Site): string => {
  const [first] = menu.portal;
  const prefix = language === 'en' ? '/en' : '';
  const front = at(`${prefix}/`);
  return JSON.stringify({
    // The same app in either language: installed again it changes language, and is not there twice.
    id: at('/'),
    name: company.name,
    short_name: company.shortName,
    description: pageTitle(language),
    lang: language,
    dir: 'ltr',
    start_url: first ? at(first.path) : front,
    scope: at('/'),
    display: 'standalone',
    theme_color: barColours.light,
    background_color: themes.light.surface,
    icons: [
      { src: at(`/${vectorIcon}`), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...pixelIcons
        .filter(({ file }) => file !== touchIcon)
        .map(({ file, size, maskable }) => ({
          src: at(`/${file}`),
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose: maskable ? 'maskable' : 'any',
        })),
    ],
    shortcuts: menu.portal.slice(1, 4).map(({ title, path }: PageLink) => ({ name: title, url: at(path) })),
  });
};
