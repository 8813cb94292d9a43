// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Claims } from './Claims.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const none = { items: [], nextCursor: null, sums: { count: 0, paid: 0 }, drafts: [], policies: [] };

let root: Root;
afterEach(() => root.unmount());

test.each([
  ['self', 'Full', false],
  ['delegate', 'Full', false],
  ['delegate', 'Readonly', true],
  ['staff', 'Readonly', false],
])('LIFE-49: claims say why none can be filed with read-only access (%s, %s)', async (via, role, says) => {
  const user = { currentProxyUser: { id: 'anna', value: '1402851489', fullName: 'Anna', via, role } };
  const shown = renderScreen(<Claims />, { texts, user, get: () => none });
  root = shown.root;
  await vi.waitFor(() => expect(shown.page.textContent).toContain(texts('claims|empty')));
  const { textContent } = shown.page;
  expect(textContent?.includes('Til að tilkynna tjón þarf fullan aðgang.')).toBe(says);
  expect(textContent?.includes(texts('claims|report'))).toBe(role === 'Full');
});
