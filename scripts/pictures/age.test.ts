import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSources, type Source } from '../checks/source.ts';
import { oldPictures, stampPictures } from './age.ts';

const sources = await readSources();
const all = ['front', 'sign-in', 'overview', 'policy', 'parts'] as const;

const takePictures = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(oldPictures(folder, sources)).toEqual(all);
  stampPictures(folder, sources, all);
  return folder;
};
/** The sources after a line was added to a file. */
const changed = (path: string): Source[] => {
  expect(sources.map((source) => source.path)).toContain(path);
  return sources.map((source) => (source.path === path ? { path, text: `${source.text}\n` } : source));
};

test.each([
  ['nothing', undefined, []],
  ['a section of the front page', 'apps/web/src/site/Front.tsx', ['front']],
  ['what only a policy shows', 'apps/web/src/portal/policies/Covers.tsx', ['policy']],
  ['its style', 'apps/web/src/portal/policies/Covers.module.css', ['policy']],
  ['the menu of the portal', 'apps/web/src/shell/UserMenu.tsx', ['overview', 'policy']],
  ['a part', 'packages/ui/src/parts/Button.tsx', all],
  ['the texts', 'packages/texts/src/catalogue/en/portal.ts', ['front', 'sign-in', 'overview', 'policy']],
  ['the page where customers sign in', 'apps/identity/src/pages/sign-in-page.ts', ['sign-in']],
  ['a screen without a picture', 'apps/web/src/staff/queue/WorkQueue.tsx', []],
  ['a test', 'apps/web/src/portal/policies/Overview.test.tsx', []],
  ['what no screen draws', 'apps/api/src/payments/pay.ts', []],
])('after a change of %s, these pictures are old', (_, path, old) => {
  const folder = takePictures();
  expect(oldPictures(folder, path === undefined ? sources : changed(path))).toEqual(old);
});

test('pictures of parts alone leave the others as old as they were', () => {
  const folder = takePictures();
  const now = changed('packages/ui/src/parts/Button.tsx');
  stampPictures(folder, now, ['parts']);
  expect(oldPictures(folder, now)).toEqual(['front', 'sign-in', 'overview', 'policy']);
});

test('a screen whose file has moved is named', () => {
  const folder = takePictures();
  const moved = sources.filter(({ path }) => path !== 'apps/web/src/site/Front.tsx');
  expect(() => oldPictures(folder, moved)).toThrow('apps/web/src/site/Front.tsx');
});
