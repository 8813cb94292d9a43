import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type SheetPicture, sheetPage } from './sheet-page.ts';

const picture = (screen: string, changes: Partial<SheetPicture> = {}): SheetPicture => ({
  ...{ screen, address: 'http://localhost/', language: 'is', width: 390, scheme: 'light' },
  file: `site/${screen}-is-390-light.jpg`,
  ...changes,
});

test('a sheet has a row for each screen with all of its pictures, and none of a name’s own markup', () => {
  const page = sheetPage('site', [
    picture('front'),
    picture('search'),
    picture('front', { width: 1920, scheme: 'dark', file: 'site/front-is-1920-dark.jpg' }),
    picture('<b>"terms"'),
  ]);
  expect(page.match(/<section>/g)).toHaveLength(3);
  const [, front = ''] = page.split('<section>');
  expect(front).toContain('front-is-390-light.jpg');
  expect(front).toContain('front-is-1920-dark.jpg');
  expect(front).toContain('width="480"');
  expect(page).not.toContain('<b>');
  expect(page).not.toContain('alt="<');
});

const command = fileURLToPath(new URL('../pictures.ts', import.meta.url));
test.each([
  [['--sheets', 'folder', 'nowhere'], 'There is no area "nowhere": site, portal, staff.'],
  [['--sheets', command], 'is a file, not a folder'],
  [['--sheets'], '--sheets'],
  [['screens'], 'Unknown: screens'],
])('the command says what is wrong with %j, and starts nothing', (args, reason) => {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(reason);
});
