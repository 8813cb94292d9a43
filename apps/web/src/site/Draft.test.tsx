// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Boundary } from '../engine/Boundary.tsx';
import { setChunkLoader } from '../engine/chunks.ts';
import { TextsContext } from '../engine/texts.ts';
import { Draft } from './Draft.tsx';

vi.mock('../engine/index.ts', async () => ({
  ...(await import('../engine/texts.ts')),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

test('HOLD-1: a draft whose template could not be fetched is shown when it is opened again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    logged.mockRestore();
    vi.unstubAllGlobals();
  });
  let isUp = false;
  setChunkLoader(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>The terms</p> };
  });
  const page = { path: '/terms', template: 'terms', data: {}, context: {} as never };
  const open = (visit: string) =>
    act(async () =>
      root.render(
        <TextsContext value={createTranslator('is', shell) as never}>
          <Boundary resetKey={visit} fallback="failed">
            <Draft draft={{ list: { path: '/drafts' }, page }} location={{} as never} />
          </Boundary>
        </TextsContext>,
      ),
    );
  await open('first');
  expect(document.body.textContent).toContain('failed');
  isUp = true;
  await open('again');
  expect(document.body.textContent).toContain('The terms');
});
