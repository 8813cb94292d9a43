// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { usePageTitle } from './usePageTitle.ts';

const Screen = ({ title }: { title: string }) => {
  usePageTitle(title);
  return null;
};

test('LANG-7: a portal screen sets the document title to its own title and the language’s default, and updates it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  const show = (language: 'is' | 'en', title: string) =>
    act(async () =>
      root.render(
        <TextsContext value={createTranslator(language, {})}>
          <Screen title={title} />
        </TextsContext>,
      ),
    );
  await show('is', 'Kaskótrygging');
  expect(document.title).toBe('Kaskótrygging · Tryggingar og góð þjónusta');
  await show('is', 'Heimilistrygging');
  expect(document.title).toBe('Heimilistrygging · Tryggingar og góð þjónusta');
  await show('en', 'Home insurance');
  expect(document.title).toBe('Home insurance · Insurance and Service');
  await act(async () => root.unmount());
});
