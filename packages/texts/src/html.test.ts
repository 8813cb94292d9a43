import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';

test('escapes text for elements and attributes', () => {
  expect(escapeHtml('<b title="Þór & synir">')).toBe('&lt;b title=&quot;Þór &amp; synir&quot;&gt;');
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
