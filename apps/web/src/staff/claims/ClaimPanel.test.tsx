// @vitest-environment happy-dom
import type { StaffCase, StaffClaim } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { CaseDrafts } from '../drafts/CaseDrafts.tsx';
import { ClaimPanel } from './ClaimPanel.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    claim: {} as object,
    sent: [] as object[],
    preview: {} as object,
    answer: {} as object,
    told: [] as string[],
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../parts/notices.ts', () => ({
  setNotification: ({ text }: { text: string }) => server.told.push(text),
}));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useRefetch: () => () => {},
    useChangeAnswer: () => (_path: string, change: (before: object) => object) => {
      server.claim = change(server.claim);
    },
    useApi: () => ({
      get: async () => ({ items: [] }),
      post: async (path: string) => (path.endsWith('/preview') ? server.preview : { changedAt: null }),
    }),
    useCall: (path: string) => ({
      ...{ state: 'ready', retry: () => {} },
      data: path.endsWith('/claim') ? server.claim : { items: [], handler: '' },
    }),
    usePost: (path: string) => {
      const [answer, setAnswer] = useState<object>();
      const send = async ({ body }: { body: object }) => {
        const said = path.endsWith('/preview') ? server.preview : server.answer;
        if (!path.endsWith('/preview')) server.sent.push(body);
        setAnswer(said);
        return said;
      };
      return { send, answer, state: answer ? 'done' : 'idle', reset: () => setAnswer(undefined) };
    },
  };
});

const cover = { id: 'water', title: 'Vatn', sumInsured: 500_000, deductible: 40_000, used: 0, left: 500_000 };
const claim: StaffClaim = {
  ...{ number: 'T-1', status: 'inProgress', version: 3, decides: 'core', reserve: 250_000 },
  acts: ['claim.ask', 'claim.reserve', 'claim.decide'],
  judgedBy: {
    ...{ coverage: 'covered', covers: [cover], decided: 0, ordered: 0, paid: 0 },
    policy: { number: '1733401', validFrom: '2026-02-15', validTo: '2027-02-14' },
  },
  policies: [],
  ...{ decision: null, covers: [], needs: null, payments: [], earlier: [], history: [], approvals: [] },
  account: { account: '0133-26-••4410', changedOn: null },
  authority: [
    { act: 'claim.reserve', upTo: 500_000 },
    { act: 'claim.decide', upTo: 500_000 },
    { act: 'claim.pay', upTo: 500_000 },
  ],
};
const decided: StaffClaim = {
  ...{ ...claim, status: 'approved', acts: ['claim.pay', 'claim.close'] },
  judgedBy: claim.judgedBy && { ...claim.judgedBy, decided: 160_000 },
};
const caseData = { id: 'k1', version: 1, mine: true, assignee: 'Katrín', language: 'is' } as StaffCase;
const letter = (title: string) => ({ title, lead: [], blocks: [{ kind: 'text', text: 'Efni bréfs' }] });

const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const show = (shown: StaffClaim, language: Language = 'is', data: StaffCase = caseData) => {
  server.claim = shown;
  return act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <CaseDrafts caseId="k1" loading={null}>
          <ClaimPanel data={data} onActed={() => {}} />
        </CaseDrafts>
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`no button ${name} among ${buttons().join('; ')}`);
    found.click();
  });
const write = (name: string, value: string) =>
  act(async () => {
    const field = document.querySelector(`[name="${name}"]`);
    if (!(field instanceof HTMLElement)) throw new Error(`no field ${name}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  HTMLDialogElement.prototype.showModal ??= () => {};
  server.sent.length = 0;
  server.told.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  ['is', 'Í gildi á tjónsdegi', 'Ákveða bætur'],
  ['en', 'In force on the date of loss', 'Decide'],
] as const)(
  'DESK-8: a claim shows its money, cover on the day of loss and what can be done (%s)',
  async (language, coverage, name) => {
    await show(claim, language);
    expect(page()).toContain(coverage);
    expect(page()).toContain(language === 'is' ? '250.000 kr.' : 'ISK 250,000');
    expect(page()).toContain(language === 'is' ? 'Eigin áhætta 40.000 kr.' : 'Deductible ISK 40,000');
    expect(buttons()).toContain(name);
  },
);

test('DESK-8: a reserve is sent with the version that was read', async () => {
  server.answer = { result: 'done', reasons: [], claim: { ...claim, reserve: 300_000 } };
  await show(claim);
  await press('Setja tjónaskuld');
  await write('reserve', '300.000');
  await press('Vista tjónaskuld');
  expect(server.sent).toEqual([{ version: 3, act: { kind: 'claim.reserve', reserve: 300_000 } }]);
  expect(server.told).toEqual(['Tjónaskuldin er vistuð']);
});

test('INS-8: a claim without a policy gets one first, the only one in force on the day of loss proposed', async () => {
  const policy = { name: 'Heimilistrygging', insured: 'Ægisíða 14', validFrom: '2026-03-01' };
  const policies: StaffClaim['policies'] = [
    { ...policy, number: '1000002', validTo: '2027-02-28', coverage: 'covered' },
    { ...policy, number: '1000003', validTo: '2026-03-02', coverage: 'none' },
  ];
  const acts: StaffClaim['acts'] = [...claim.acts, 'claim.policy'];
  const judgedBy = claim.judgedBy && { ...claim.judgedBy, coverage: null, policy: null, covers: [] };
  server.answer = { result: 'done', reasons: [], claim: { ...claim, acts, policies } };
  await show({ ...claim, acts, policies, judgedBy });
  expect(buttons()[0]).toBe('Velja tryggingu');
  await press('Velja tryggingu');
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['1000002', true],
    ['1000003', false],
  ]);
  expect(page()).toContain('Ekki í gildi á tjónsdegi');
  await press('Nota þessa tryggingu');
  expect(server.sent).toEqual([{ version: 3, act: { kind: 'claim.policy', policy: '1000002' } }]);
  expect(server.told).toEqual(['Málið er metið eftir tryggingunni']);
});

test('INS-8: a customer without a policy for the loss is said to have none, and there is none to choose', async () => {
  const judgedBy = claim.judgedBy && { ...claim.judgedBy, coverage: null, policy: null, covers: [] };
  await show({ ...claim, acts: [...claim.acts, 'claim.policy'], judgedBy });
  expect(page()).toContain('Viðskiptavinurinn er ekki með tryggingu sem getur bætt svona tjón');
  expect(buttons()).not.toContain('Velja tryggingu');
});

test('DESK-8: what is wrong with a field is said at the field, and nothing is sent', async () => {
  await show(claim);
  await press('Setja tjónaskuld');
  await write('reserve', 'mikið');
  await press('Vista tjónaskuld');
  expect(page()).toContain('Skrifaðu fjárhæð í heilum krónum.');
  expect(server.sent).toEqual([]);
});

test('DESK-8: a decision shows its letter before it is taken', async () => {
  server.preview = {
    ...{ covers: [], payable: 160_000, reasons: [], sentIn: 'is' },
    letters: { is: letter('Ákvörðun um bætur'), en: letter('Claim decision') },
  };
  server.answer = { result: 'done', reasons: [], claim: decided };
  await show(claim);
  await press('Ákveða bætur');
  const select = [...document.querySelectorAll('select')].find(({ textContent }) =>
    textContent?.includes('Vatn'),
  );
  await act(async () => {
    if (!select) throw new Error('no covers to choose from');
    select.value = 'water';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await write('lines.0.loss', '200.000');
  await write('is', 'Lögn gaf sig.');
  await write('en', 'A pipe burst.');
  await press('Skoða bréfið');
  expect(page()).toContain('Efni bréfs');
  expect(server.sent).toEqual([]);
  await press('Ákveða 160.000 kr.'.replace(' kr.', '\u00a0kr.'));
  expect(server.sent).toMatchObject([
    {
      ...{ version: 3, payable: 160_000 },
      act: {
        ...{ kind: 'claim.decide', reasons: { is: 'Lögn gaf sig.', en: 'A pipe burst.' } },
        // The deductible of the policy is proposed.
        covers: [{ id: 'water', claimed: null, loss: 200_000, deductible: 40_000 }],
      },
    },
  ]);
});

test('DESK-9: a payment is no more than what is left, and says beforehand that a colleague has to approve it', async () => {
  server.answer = { result: 'proposed', reasons: [], claim: decided };
  await show(decided);
  await press('Greiða');
  await write('amount', '160.001');
  await press('Panta greiðsluna');
  expect(page()).toContain('Þetta er meira en á eftir að greiða.');
  expect(page()).not.toContain('Annar þarf að samþykkja þetta');
  await write('amount', '160.000');
  await show({ ...decided, account: { account: '0133-26-••4410', changedOn: '2026-11-20' } });
  expect(page()).toContain('Reikningnum var breytt nýlega');
  expect(page()).toContain('Annar þarf að samþykkja þetta');
  await press('Panta greiðsluna');
  expect(server.sent).toMatchObject([
    { act: { kind: 'claim.pay', payments: [{ to: 'customer', amount: 160_000 }] } },
  ]);
  expect(server.told).toEqual(['Sent til samþykkis']);
});

test('DESK-9: what the core declines says why', async () => {
  server.answer = { result: 'declined', reasons: ['Málið hefur breyst.'], claim };
  await show(claim);
  await press('Setja tjónaskuld');
  await press('Vista tjónaskuld');
  expect(page()).toContain('Málið hefur breyst.');
  expect(server.told).toEqual([]);
});

test('ACT-4b: a handler reads which rules decided, and why they left a claim to people', async () => {
  const by = { approvedBy: null, reasons: { is: 'Fastar reglur.', en: 'Fixed rules.' }, rules: '2026-2' };
  const act = {
    id: 'a1',
    kind: 'claim.settle',
    by: null,
    approvedBy: null,
    at: '2026-11-21T12:00:00Z',
    amount: null,
  };
  await show({
    ...{ ...decided, decision: { decidedOn: '2026-11-21', by: '2026-2', ...by } },
    history: [
      { ...act, state: 'referred', reasons: ['Málið var valið af handahófi til yfirferðar.'] },
    ] as StaffClaim['history'],
  });
  expect(page()).toContain('Reglur, útgáfa 2026-2, ákváðu');
  expect(page()).toContain(
    'Reglurnar vísuðu málinu til starfsmanns. Málið var valið af handahófi til yfirferðar.',
  );
});

test('a colleague’s claim is read and not decided', async () => {
  await show(claim, 'is', { ...caseData, mine: false, assignee: 'Bjarni' });
  expect(page()).toContain('Bjarni er með málið.');
  expect(buttons()).not.toContain('Ákveða bætur');
});

test.each([
  ['elsewhere', 'Tjónið er afgreitt í öðru kerfi'],
  ['silent', 'Vátryggingakerfið svarar ekki'],
] as const)('a claim that is decided %s says so', async (decides, text) => {
  await show({ ...claim, decides, judgedBy: null, acts: [] });
  expect(page()).toContain(text);
  expect(buttons()).not.toContain('Ákveða bætur');
});
