import { expect, test, vi } from 'vitest';
import { fetchFooter, footerFrom, footerQuery } from './live-footer.ts';
import type { Site } from './site.ts';

const origin = 'http://content.test';
const about = { title: 'Um okkur', page: 'about', path: '/um-okkur' };

const builtIn = {
  company: {},
  menu: { top: [], middle: {}, links: {}, portal: [] },
  footer: { buttonLinks: [about], bottomLinks: [], linkGroups: [], openingHours: [], holidays: [] },
} as unknown as Site;

const hours = (nafn: string, opnar = '09:00') => ({
  nafn,
  phone: null,
  timi: [{ titill: 'Mánudaga', opnar, lokar: '16:00', dagar: [{ dagur: 1 }] }],
});
const holiday = { dagur: '2026-12-25', nafn: 'Jóladagur', opnar: null, lokar: null };

const footer = {
  phone: '560 5000',
  email: 'hofn@hofn.example',
  linkGroups: [
    {
      categoryName: 'Höfn',
      links: [
        { title: 'Um Höfn', page: 'about', link: null },
        { title: 'Ný síða', page: 'brandNew', link: {} },
        { title: 'Veður', page: null, link: { url: 'https://www.vedur.is', target: '_blank' } },
      ],
    },
  ],
  openingHours: [hours('Sími'), hours('Skrifstofa')],
  holidays: [],
  holidayNote: null,
  buttonLinks: [{ title: 'Um Höfn', page: 'about' }],
  bottomLinks: [],
  copyright: '© {year}',
};
const answer = { data: { footer, opening_hours: { ...hours('Sími', '08:30'), holidays: [holiday] } } };

type Call = { url: URL; ref: string | null };

const service = (graphql: unknown, root: unknown = { refs: [{ ref: 'r1' }, { ref: 'r2' }] }) => {
  const calls: Call[] = [];
  const request: typeof fetch = async (address, init) => {
    const url = new URL(String(address));
    calls.push({ url, ref: new Headers(init?.headers).get('prismic-ref') });
    return Response.json(url.pathname === '/api/v2' ? root : graphql);
  };
  return { calls, request };
};

test('CALL-5, SITE-11: the ref comes from the API root, and the query is a GET with the ref in its header', async () => {
  for (const [language, lang, id] of [
    ['is', 'is', 'opnunartimi-sima-og-netspjalls'],
    ['en', 'en-gb', 'tel-and-chat-opening-hours'],
  ] as const) {
    const { calls, request } = service(answer);
    await fetchFooter(origin, language, builtIn, request);
    expect(calls.map(({ url, ref }) => [url.pathname, ref])).toEqual([
      ['/api/v2', null],
      ['/graphql', 'r1'],
    ]);
    const asked = calls[1]?.url.searchParams.get('query');
    expect(asked).toBe(footerQuery(language));
    expect(asked).toContain(`footer(uid:"footer",lang:"${lang}")`);
    expect(asked).toContain(`opening_hours(uid:"${id}",lang:"${lang}")`);
  }
});

test('SITE-5: links lead to existing pages of the site, and to URLs elsewhere', () => {
  const { linkGroups, buttonLinks, phone } = footerFrom(answer, builtIn);
  expect(linkGroups[0]?.links).toEqual([
    { title: 'Um Höfn', page: 'about', path: '/um-okkur' },
    { title: 'Veður', url: 'https://www.vedur.is', target: '_blank' },
  ]);
  expect(buttonLinks).toEqual([{ ...about, title: 'Um Höfn' }]);
  expect(phone).toBe('560\u00a05000');
});

test('SITE-11: the hours and holidays of telephone and chat come from their own document', () => {
  const { openingHours, holidays } = footerFrom(answer, builtIn);
  expect(openingHours.map(({ nafn, timi }) => [nafn, timi[0]?.opnar])).toEqual([
    ['Sími', '08:30'],
    ['Skrifstofa', '09:00'],
  ]);
  expect(openingHours[0]?.timi[0]?.dagar).toEqual([1]);
  expect(holidays).toEqual([holiday]);
  const without = footerFrom({ data: { footer, opening_hours: null } }, builtIn);
  expect(without.openingHours[0]?.timi[0]?.opnar).toBe('09:00');
});

test.each([
  ['a reference is missing', answer, { refs: [] }],
  ['the root is a text', answer, 'hello'],
  ['the answer has errors alone', { errors: [{ message: 'no' }] }, undefined],
  ['there is no footer', { data: { footer: null } }, undefined],
  ['an hour is no hour', { data: { footer: { ...footer, openingHours: [hours('x', 'nine')] } } }, undefined],
  ['a day is no day', { data: { footer: { ...footer, holidays: [{ ...holiday, dagur: 'x' }] } } }, undefined],
  [
    'an address runs a script',
    {
      data: {
        footer: {
          ...footer,
          linkGroups: [{ categoryName: 'x', links: [{ title: 'x', link: { url: 'javascript:alert(1)' } }] }],
        },
      },
    },
    undefined,
  ],
])('CALL-5: the built-in footer stays when %s', async (_, graphql, root) => {
  const { request } = service(graphql, root);
  expect(await fetchFooter(origin, 'is', builtIn, request)).toBeUndefined();
});

test('CALL-5: the built-in footer stays when the service is down or fails', async () => {
  const down: typeof fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  const failing: typeof fetch = async () => new Response('{}', { status: 503 });
  expect(await fetchFooter(origin, 'is', builtIn, down)).toBeUndefined();
  expect(await fetchFooter(origin, 'is', builtIn, failing)).toBeUndefined();
});

test('CALL-5: the built-in footer stays when the response, or its body, is slow', async () => {
  const patience = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
  const until = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const slow: typeof fetch = (_, init) => until(init?.signal);
  const halting: typeof fetch = async (_, init) => {
    const answer = new Response('{"refs": [');
    answer.json = () => until(init?.signal);
    return answer;
  };
  expect(await fetchFooter(origin, 'is', builtIn, slow)).toBeUndefined();
  expect(await fetchFooter(origin, 'is', builtIn, halting)).toBeUndefined();
  expect(patience.mock.calls).toEqual([[4000], [4000]]);
  patience.mockRestore();
});
