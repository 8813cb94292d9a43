import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';

test('a text that is escaped is read as it was, in an element and in an attribute', () => {
  expect(escapeHtml('<b title="Þór & synir">')).toBe('&lt;b title=&quot;Þór &amp; synir&quot;&gt;');
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
