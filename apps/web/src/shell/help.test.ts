// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { help } from './help.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('HELP-3: on the page of the inquiry its link leads to the form, and to a new one once the form was sent', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  document.body.innerHTML = `<a data-help="inquiry" href="${location.pathname}">Fyrirspurn</a><main><form><input name="email"></form></main>`;
  const link = document.querySelector('a');
  help('inquiry');
  expect(document.activeElement).toBe(document.querySelector('input'));
  expect(assign).not.toHaveBeenCalled();
  document.querySelector('form')?.remove();
  help('inquiry');
  expect(assign).toHaveBeenCalledExactlyOnceWith(link?.href);
});
