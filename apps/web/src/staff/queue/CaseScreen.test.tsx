// @vitest-environment happy-dom
import type { StaffCase } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { createTranslator } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { CaseScreen } from './CaseScreen.tsx';

const { shown } = vi.hoisted(() => ({ shown: { data: {} as object } }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  useLeaving: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: shown.data, retry: () => {} }),
  useRefetch: () => () => {},
  usePost: () => ({ send: async () => undefined, state: 'idle', error: undefined }),
  useSessionParts: () => ({ api: {} }),
  useUser: () => ({ data: undefined }),
  useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
}));
vi.mock('../../forms/useUnsaved.tsx', () => ({ useUnsaved: () => null }));

const claimCase: StaffCase = {
  id: 'k1',
  kind: 'claim',
  form: null,
  reference: 'T-2026-100001',
  about: 'Tjón á innbúi',
  sender: 'Þóra Prófsdóttir',
  known: false,
  language: 'is',
  openedAt: '2026-11-20T12:00:00Z',
  dueAt: '2026-11-23T12:00:00Z',
  overdue: false,
  state: 'open',
  assignee: null,
  mine: false,
  version: 0,
  email: 'thora@example.is',
  phone: '6150001',
  ssn: '1402851489',
  matter: {
    kind: 'claim',
    claimId: 'c9',
    line: 'home',
    status: 'received',
    unverified: true,
    dateOfLoss: '2026-11-19',
    place: 'Skúlagata 4',
    reporter: { name: 'Þóra Prófsdóttir', ssn: '1402851489' },
    facts: [],
  },
  files: [],
  messages: [],
  events: [],
  answerBy: 'email',
  undecided: false,
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const open = async (language: Language, data: StaffCase) => {
  shown.data = data;
  const texts =
    language === 'is'
      ? createTranslator('is', { ...errors, ...shell, ...portal, ...staff })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...portalEn, ...staffEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts as never}>
        <CaseScreen id={data.id} />
      </TextsContext>,
    ),
  );
  return Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' '),
    ]),
  );
};

test.each([
  ['is', 'Tjónsstaður', 'Tilkynnt af', 'Óstaðfest', 'Svarið fer í tölvupósti á thora@example.is.'],
  ['en', 'Place of loss', 'Reported by', 'Unverified', 'The reply goes by email to thora@example.is.'],
] as const)(
  'STAFF-6: staff see where a loss happened, who reported it, that it is unverified, and where the answer goes (%s)',
  async (language, place, reporter, unverified, answer) => {
    const facts = await open(language, claimCase);
    expect(facts[place]).toBe('Skúlagata 4');
    expect(facts[reporter]).toBe('Þóra Prófsdóttir, 140285-1489');
    const sender = document.querySelector('[aria-labelledby="sendandi"]')?.textContent;
    expect(sender).toContain(unverified);
    expect(sender).toContain('thora@example.is');
    expect(document.body.textContent).toContain(answer);
  },
);

test('STAFF-6: a claim reported by telephone shows no empty rows for place and reporter', async () => {
  if (claimCase.matter.kind !== 'claim') throw new Error('Not a claim');
  const facts = await open('is', {
    ...claimCase,
    matter: { ...claimCase.matter, place: null, reporter: null },
  });
  expect(Object.keys(facts)).not.toContain('Tjónsstaður');
  expect(Object.keys(facts)).not.toContain('Tilkynnt af');
});
