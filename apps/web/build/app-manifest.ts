import { pageTitle } from '@hofn/texts/page-title.ts';
import { themes } from '@hofn/ui/tokens.ts';
import type { PageLink, Site } from '../src/content/site.ts';
import { base } from '../src/engine/paths.ts';
import type { Language } from '../src/engine/types.ts';

/** Path of a language's manifest, below the site's base. */
export const manifestFile = (language: Language): string => `app.${language}.webmanifest`;

/** The site's icon as SVG. */
export const iconSource = 'packages/ui/src/icons/favicon.svg';
/** Path below the site's base. */
export const vectorIcon = 'icons/app.svg';

/**
 * The logo as pixels, with paths below `public` and below the site's base; `npm run share-pictures` draws them. A maskable
 * icon fills the whole square and has a smaller logo, because phones crop it.
 */
export const pixelIcons = [
  { file: 'icons/app-192.png', size: 192, maskable: false },
  { file: 'icons/app-512.png', size: 512, maskable: false },
  { file: 'icons/app-maskable-512.png', size: 512, maskable: true },
  { file: 'icons/app-touch-180.png', size: 180, maskable: true },
] as const;

/** Icon for phones that ignore the manifest. */
export const touchIcon = pixelIcons[3].file;

/** Colour of the browser's toolbar, by theme. */
export const barColours = { light: themes.light.bar, dark: themes.dark.bar };

const at = (path: string): string => `${base}${path}`;

/**
 * The web app manifest of a language. The installed app opens on My pages, and its scope is the whole site.
 */
export const manifestOf = (language: Language, { company, menu }: Site): string => {
  const [first] = menu.portal;
  const prefix = language === 'en' ? '/en' : '';
  const front = at(`${prefix}/`);
  return JSON.stringify({
    // The same id in both languages, so that installing the other language replaces the app.
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
