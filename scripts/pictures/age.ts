import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, targetOf } from '../checks/imports.ts';
import { isCode, isTest, type Source } from '../checks/source.ts';

const frame = ['apps/web/src/engine/App.tsx', 'apps/web/src/shell/Shell.tsx'];
const portalFrame = [...frame, 'apps/web/src/shell/PortalFrame.tsx'];

/** What each screen in docs/pictures is drawn by: its first files, which import the others, and folders that are read whole. */
const screens = {
  front: {
    files: [...frame, 'apps/web/src/site/Front.tsx', 'apps/web/src/shell/PublicFrame.ts'],
    folders: ['content/', 'packages/texts/src/'],
  },
  'sign-in': { files: [], folders: ['apps/identity/src/pages/', 'packages/texts/src/', 'packages/ui/src/'] },
  overview: {
    files: [...portalFrame, 'apps/web/src/portal/policies/Overview.tsx'],
    folders: ['packages/demo/src/', 'packages/texts/src/'],
  },
  policy: {
    files: [...portalFrame, 'apps/web/src/portal/policies/PolicyScreen.tsx'],
    folders: ['packages/demo/src/', 'packages/texts/src/'],
  },
  parts: { files: ['packages/ui/gallery/main.tsx'], folders: ['packages/ui/gallery/'] },
} as const satisfies Record<string, { files: readonly string[]; folders: readonly string[] }>;

/** A screen in docs/pictures. */
export type PictureScreen = keyof typeof screens;
type Hashes = Partial<Record<PictureScreen, string>>;

// What answers to a call and how a rule is worked out changes no picture; what is drawn does.
const drawn = /^(?:apps\/web\/src|packages\/(?:ui|texts)\/)/;

/** The files and what they import, directly or not. */
const withImports = (byPath: ReadonlyMap<string, Source>, files: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const waiting = [...files];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path);
    if (!source || found.has(path)) continue;
    found.add(path);
    if (!isCode(source)) continue;
    for (const { specifier } of importsOf(source)) {
      const target = targetOf(source, specifier);
      if (target && drawn.test(target)) waiting.push(target);
    }
  }
  return found;
};

/** A hash of everything that each screen is drawn by. @throws Error if one of the files has moved */
export const hashScreens = (sources: readonly Source[]): Record<PictureScreen, string> => {
  const shown = sources.filter((source) => !isTest(source));
  const byPath = new Map(shown.map((source) => [source.path, source]));
  const hashOf = ({ files, folders }: (typeof screens)[PictureScreen]): string => {
    const moved = files.find((file) => !byPath.has(file));
    if (moved) throw new Error(`${moved} is not there: scripts/pictures/age.ts names it as part of a screen`);
    const reached = withImports(byPath, files);
    const hash = createHash('sha256');
    for (const { path, text } of shown)
      if (reached.has(path) || folders.some((folder) => path.startsWith(folder)))
        hash.update(`${path}\n${text}\n`);
    return hash.digest('hex').slice(0, 24);
  };
  return Object.fromEntries(Object.entries(screens).map(([name, of]) => [name, hashOf(of)])) as Record<
    PictureScreen,
    string
  >;
};

const stampIn = (folder: string): string => join(folder, 'taken.json');

const readStamp = (folder: string): Hashes => {
  const file = stampIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Hashes) : {};
};

/** Notes in the folder of the pictures what the screens looked like that were taken. */
export const stampPictures = (
  folder: string,
  sources: readonly Source[],
  taken: readonly PictureScreen[],
): void => {
  const now = hashScreens(sources);
  const stamp = { ...readStamp(folder), ...Object.fromEntries(taken.map((screen) => [screen, now[screen]])) };
  const known = Object.keys(now).flatMap((name) => {
    const hash = stamp[name as PictureScreen];
    return hash ? [[name, hash]] : [];
  });
  writeFileSync(stampIn(folder), `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
};

/** The screens that have changed since their pictures were taken. */
export const oldPictures = (folder: string, sources: readonly Source[]): PictureScreen[] => {
  const stamp = readStamp(folder);
  const now = hashScreens(sources);
  return (Object.keys(now) as PictureScreen[]).filter((screen) => stamp[screen] !== now[screen]);
};
