// @vitest-environment happy-dom
import { AuthError } from '@hofn/auth-client/errors.ts';
import { signInFailure as english } from '@hofn/texts/catalogue/en/sign-in-failure.ts';
import { signInFailure as icelandic } from '@hofn/texts/catalogue/is/sign-in-failure.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignInFailure } from './SignInFailure.tsx';

const reports: unknown[] = [];
beforeEach(() => {
  reports.length = 0;
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    reports.push(...(JSON.parse(body) as unknown[]));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const textOf = async (language: 'is' | 'en', error: AuthError): Promise<string> => {
  const t = createTranslator(
    language,
    language === 'is' ? icelandic : (english as unknown as typeof icelandic),
  );
  const place = document.createElement('p');
  const root = createRoot(place);
  await act(() => root.render(<SignInFailure t={t} error={error} down="down" />));
  const text = place.textContent ?? '';
  await act(() => root.unmount());
  return text;
};
const clock = (clockAheadSeconds: number) => new AuthError('clock_wrong', 'wrong', { clockAheadSeconds });

test.each([
  [1000, 'is', 'Klukkan í tækinu er 17 mínútum of fljót'],
  [7200, 'is', 'Klukkan í tækinu er 2 klukkustundum of fljót'],
  [-7200, 'is', 'Klukkan í tækinu er 2 klukkustundum of sein'],
  [21 * 3600, 'is', 'Klukkan í tækinu er 21 klukkustund of fljót'],
  [-365 * 86_400, 'is', 'Klukkan í tækinu er 365 dögum of sein'],
  [7200, 'en', 'The clock on this device is 2 hours fast'],
  [-90, 'en', 'The clock on this device is 2 minutes slow'],
] as const)(
  'AUTH-16: a clock that is %d s ahead is named, with the difference (%s)',
  async (ahead, language, text) => {
    expect(await textOf(language, clock(ahead))).toContain(text);
    expect(reports).toEqual([]);
  },
);

test('AUTH-16: only a service that does not answer is said not to answer; a refusal has its own text, and is reported', async () => {
  for (const code of ['request_error', 'timeout', 'server_error', 'temporarily_unavailable'])
    expect(await textOf('en', new AuthError(code, 'x')), code).toBe('down');
  expect(reports).toEqual([]);
  for (const code of ['invalid_token', 'invalid_client']) {
    const text = await textOf('en', new AuthError(code, 'x'));
    expect([text.includes('could not be verified'), text.includes(code)], code).toEqual([true, true]);
  }
  expect(reports).toEqual(
    ['invalid_token', 'invalid_client'].map((code) => ({ type: 'sign-in-refused', body: { code } })),
  );
});
