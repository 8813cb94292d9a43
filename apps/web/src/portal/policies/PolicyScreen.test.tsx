// @vitest-environment happy-dom
import type { Policy, PolicyOptions } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { act, useState, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { policyOf } from '../testing/detail-answers.ts';
import { policyIn } from './about-policy.ts';
import { PolicyScreen } from './PolicyScreen.tsx';

type Shown = Policy & PolicyOptions;
const { shown, sent } = vi.hoisted(() => ({
  shown: {
    policy: {} as object,
    role: 'Full',
    answers: {} as Record<string, object | undefined>,
    calls: {} as Record<string, object>,
    onChange: () => {},
  },
  sent: [] as Array<{ path: string; body: object }>,
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({
    company: { shortName: 'Höfn', phone: '514 1000', phoneHref: 'tel:+3545141000' },
    footer: {
      openingHours: [
        { nafn: 'Bílahjálp', phone: '+354 560 5000', timi: [] },
        { nafn: 'Neyðaraðstoð', phone: '+45 0000 0112', timi: [{ titill: 'Allan sólarhringinn' }] },
      ],
    },
  }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: (path: string) => {
    const data = useSyncExternalStore(
      (onChange) => {
        shown.onChange = onChange;
        return () => {};
      },
      () => shown.policy,
    );
    return shown.calls[path] ?? { state: 'ready', data, retry: () => {} };
  },
  useChangeAnswer: () => (_path: string, change: (answer: object) => object) => {
    shown.policy = change(shown.policy);
    shown.onChange();
  },
  usePost: (path: string) => {
    const [answer, setAnswer] = useState<object>();
    return {
      send: async ({ body }: { body: object }) => {
        sent.push({ path, body });
        const answered = shown.answers[path];
        setAnswer(answered);
        return answered && 'refused' in answered ? undefined : answered;
      },
      reset: () => setAnswer(undefined),
      ...(answer
        ? 'refused' in answer
          ? { state: 'failed', error: { errorCode: answer.refused } }
          : { state: 'done', answer }
        : { state: 'idle' }),
    };
  },
  useRefetch: () => () => {},
  useUser: () => ({ state: 'ready', data: { currentProxyUser: { role: shown.role, via: 'self' } } }),
}));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  shown.role = 'Full';
  shown.calls = {};
  sent.length = 0;
  // The test page has no popovers.
  Object.assign(HTMLElement.prototype, { hidePopover: () => {} });
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const texts = {
  is: createTranslator('is', { ...errors, ...shell, ...portal }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...portalEn }),
};
/** Opens the page of a policy. @returns its text */
const open = async (language: Language, changes: Partial<Shown>) => {
  shown.policy = { ...policyOf('1'), ...changes };
  await act(async () =>
    root.render(
      <TextsContext value={texts[language]}>
        <PolicyScreen id="1" />
      </TextsContext>,
    ),
  );
  return document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
};
const requestable = (changes: Partial<Shown['requestable']>): Pick<Shown, 'requestable'> => ({
  requestable: { ...policyOf('1').requestable, ...changes },
});
const linkTo = (name: string) =>
  [...document.querySelectorAll('a')]
    .find(({ textContent }) => textContent?.replaceAll('\u00a0', ' ').includes(name))
    ?.getAttribute('href');

test('LIFE-2: a claim and a question are started from the policy, which is chosen in their forms', async () => {
  await open('is', {});
  const claim = linkTo('Tilkynna tjón') ?? '';
  expect(claim).toBe('/vidskipti/tjonayfirlit/tilkynna?policy=1');
  expect(policyIn({ search: claim.slice(claim.indexOf('?')) })).toBe('1');
  expect(linkTo('Spyrja')).toBe('/vidskipti/rafraen-skjol/senda-skjal?policy=1');
});

test.each([
  ['is', '2099-01-11', 'Verði ekki greitt fyrir 11. janúar 2099 getur tryggingin fallið úr gildi.'],
  ['en', '2026-01-11', 'The time to pay has run out, and the policy may lapse.'],
] as const)(
  'LIFE-40: a policy in force says that an overdue payment may end it, with a link to payments (%s, %s)',
  async (language, mayLapseOn, says) => {
    expect(await open(language, {})).not.toContain(texts[language]('policy|overdue'));
    expect(await open(language, { mayLapseOn, renewsOn: '2027-03-01' })).toContain(says);
    expect(document.querySelector('[role=alert], [class*=alert]')?.textContent).toContain(
      texts[language]('policy|overdue'),
    );
    expect(linkTo(texts[language]('payment|title'))).toBe(pathOf('portal.payments', language));
    const ending = { mayLapseOn: '2027-02-10', renewsOn: null };
    expect(await open(language, { ...ending, validTo: '2027-02-10' })).toContain(
      texts[language]('policy|overdue'),
    );
    expect(await open(language, { ...ending, validTo: '2027-02-09' })).not.toContain(
      texts[language]('policy|overdue'),
    );
  },
);

test('LIFE-2: with read-only access there is nothing to start', async () => {
  shown.role = 'Readonly';
  await open('is', {
    ...requestable({ kinds: ['cover'] }),
    addable: [{ cover: 'x', product: null, name: 'Dánarbætur', description: '', pricePerYear: 1 }],
  });
  expect(linkTo('Tilkynna tjón')).toBeUndefined();
  expect(linkTo('Bæta við')).toBeUndefined();
  expect(document.body.textContent).toContain('Dánarbætur');
});

test.each([
  [29_900, 'Eigin áhætta29.900 kr. í hverju tjóni'],
  [null, 'Eigin áhættaFöst fjárhæð'],
] as const)('LIFE-2: the deductible %s is shown directly above what is covered', async (deductible, text) => {
  const page = await open('is', { deductible });
  expect(page.indexOf(text)).toBeGreaterThan(0);
  expect(page.indexOf(text)).toBeLessThan(page.indexOf('Tryggingin bætir'));
});

test.each(['is', 'en'] as const)(
  'LIFE-2: a deductible with an amount is shown with the product’s own words (%s)',
  async (language) => {
    const deductibleText = 'Þegar hjóli er stolið greiðir þú 25%.';
    const page = await open(language, { deductible: 23_000, deductibleText });
    expect(page).toContain(`${texts[language]('policy|deductiblePerClaim')}${deductibleText}`);
  },
);

test.each([
  [
    'is',
    'Bílahjálp þrisvar á ári',
    '/tryggingar/bilahjalp',
    'sprungið dekk',
    'líka mótorhjól',
    'Hringja í 560 5000',
  ],
  ['en', 'Roadside', '/en/insurance/roadside-cover', 'flat tyre', 'motorcycles too', 'Call 560 5000'],
] as const)(
  'LIFE-2: what comes with a policy has its page, its phone number and what it covers (%s)',
  async (language, name, path, tyres, motorcycles, call) => {
    const page = await open(language, { benefits: ['roadside'] });
    expect(linkTo(name)).toBe(path);
    expect(page).toContain(tyres);
    expect(page).toContain(motorcycles);
    expect(page).toContain(call);
    expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+3545605000');
  },
);

test.each([
  ['is', 'Bílaleigubíll', '/tryggingar/kaskotrygging', 'gert er við bílinn', 'Hringja í 560 5000'],
  ['en', 'A rental car', '/en/insurance/comprehensive-motor', 'car is repaired', 'Call 560 5000'],
] as const)(
  'LIFE-2: a courtesy car has its page, its phone number and what it covers (%s)',
  async (language, name, path, covers, call) => {
    const page = await open(language, { benefits: ['courtesyCar'] });
    expect(linkTo(name)).toBe(path);
    expect(page).toContain(covers);
    expect(page).toContain(call);
    expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+3545605000');
  },
);

test('LIFE-2: covers that the policy lacks have a price to add them, or a way to ask for it', async () => {
  const page = await open('is', {
    certificateId: 'd1',
    ...requestable({ kinds: ['cover'] }),
    addable: [
      {
        cover: null,
        product: 'windscreen',
        name: 'Bílrúðutrygging',
        description: 'Framrúða',
        pricePerYear: 11_680,
      },
      { cover: 'deck', product: null, name: 'Pallur', description: '', pricePerYear: null },
    ],
  });
  expect(page).toContain('BílrúðutryggingFramrúðaBæta við, frá 11.680 kr. á ári');
  expect(page).toContain('PallurBæta við, verð kemur í svari okkar');
  expect(linkTo('Opna skírteinið')).toBe('/vidskipti/rafraen-skjol/d1');
});

const preview = {
  ...{
    kind: 'cancel',
    effectiveOn: '2027-01-01',
    lastDay: '2026-12-31',
    refund: 14_548,
    premiumPerYear: null,
  },
  facts: [
    { label: 'Síðasti dagur verndar', value: '31. desember 2026' },
    { label: 'Iðgjald sem fellur niður', value: '14.548 kr.' },
  ],
  consequences: ['Tjón sem verða eftir 31. desember 2026 verða ekki bætt.'],
};
const request: NonNullable<Shown['request']> = {
  ...{ id: 'r1', kind: 'cancel', state: 'open', requestedAt: '2026-11-23T12:00:00Z', settledAt: null },
  ...{ effectiveOn: '2027-01-01', premiumPerYear: null, text: null, policy: null, messages: [] },
  facts: preview.facts,
  retractable: false,
};
const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent?.startsWith(name));
const press = (name: string) => act(async () => button(name)?.click());
const choose = (value: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click());
const pageText = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';

const covers = [
  { id: 'a', name: 'Árekstur', description: '', included: true, sumInsured: null, deductible: null },
  { id: 'b', name: 'Vélarbilun', description: '', included: false, sumInsured: null, deductible: null },
];
const ended = { inForce: false, since: '2026-11-04', validFrom: '2026-05-01', validTo: '2027-04-30', covers };
const notInForce = { ...ended, benefits: ['roadside'], certificateId: 'd1', premiumPerYear: 64_000 };

test.each([
  [
    'is',
    'lapsed',
    [
      'Verndin gildir ekki',
      'féll niður 4. nóvember 2026',
      'Tryggingin bætti meðan hún gilti',
      'Tilkynna eldra tjón',
    ],
  ],
  [
    'en',
    'lapsed',
    [
      'Cover does not apply',
      'lapsed on 4 November 2026',
      'covered while it applied',
      'Report an earlier loss',
    ],
  ],
  [
    'is',
    'expired',
    ['Tímabilinu lauk 30. apríl 2027', 'Tryggingin bætti meðan hún gilti', 'Síðasta ársiðgjald', 'Gilti til'],
  ],
  [
    'en',
    'expired',
    ['The period ended on 30 April 2027', 'covered while it applied', 'Last annual premium', 'Applied until'],
  ],
  [
    'is',
    'cancelled',
    ['verndinni lauk 30. apríl 2027', 'Tryggingin bætti ekki', 'Svona var iðgjaldið reiknað'],
  ],
  ['en', 'cancelled', ['cover ended on 30 April 2027', 'did not cover', 'How the premium was calculated']],
  [
    'is',
    'suspended',
    ['úr umferð frá 4. nóvember 2026', 'Tryggingin bætir þegar hún gildir á ný', 'Í biðstöðu frá'],
  ],
  [
    'en',
    'suspended',
    ['off the road since 4 November 2026', 'Covered once the policy is in force again', 'Suspended since'],
  ],
] as const)(
  'LIFE-40: the page of a policy says what is true of it today (%s, %s)',
  async (language, status, says) => {
    const page = await open(language, { ...notInForce, status });
    for (const text of says) expect(page).toContain(text);
    // No tick, no proof of insurance, no help on the road, no cover to add.
    expect(document.querySelector('[class*="yes"]')).toBeNull();
    expect(page).toContain(texts[language]('policy|noCertificate'));
    expect(linkTo(texts[language]('policy|openCertificate'))).toBeUndefined();
    expect(page).not.toContain(texts[language]('policy|send'));
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    expect(page).not.toContain(texts[language]('policy|addable'));
    expect(page.includes(texts[language]('policy|validTo'))).toBe(status === 'suspended');
  },
);

test.each([
  ['is', 'Tryggingin bætir frá 1. maí 2026', 'Skírteinið gildir frá 1. maí 2026'],
  ['en', 'The insurance covers from 1 May 2026', 'The certificate is valid from 1 May 2026'],
] as const)(
  'LIFE-40: a policy that has not begun covers from its first day (%s)',
  async (language, covering, certificate) => {
    const page = await open(language, { ...notInForce, status: 'pending', since: null });
    expect(page).toContain(covering);
    expect(page).toContain(certificate);
    expect(linkTo(texts[language]('policy|openCertificate'))).toBeDefined();
    expect(linkTo(texts[language]('policy|fileClaim'))).toBeUndefined();
    expect(document.querySelector('[class*="yes"]')).toBeNull();
  },
);

test.each(['is', 'en'] as const)(
  'LIFE-40: a policy cancelled before its first day has no covers or premium (%s)',
  async (language) => {
    const page = await open(language, { ...notInForce, status: 'cancelled', since: '2026-04-20' });
    expect(page).toContain(texts[language]('policy|wouldApplyFrom'));
    expect(page).not.toContain('Árekstur');
    expect(page).not.toContain('64');
    expect(linkTo(texts[language]('policy|fileClaim'))).toBeUndefined();
  },
);

test.each([
  [
    'is',
    'Gildir til30. nóvember 2026',
    'Endurnýjast ekki sjálfkrafa',
    'Gilti til31. október 2026',
    'Gilti frá',
  ],
  ['en', 'Valid until30 November 2026', 'Does not renew', 'Applied until31 October 2026', 'Applied from'],
] as const)(
  'LIFE-1, LIFE-40: the days of a policy agree with the sentence about its end (%s)',
  async (language, until, notRenewed, applied, from) => {
    const planned = { kind: 'cancel', lastDay: '2026-11-30', isRequested: true } as const;
    const page = await open(language, { planned, validTo: '2026-11-30', renewsOn: null });
    expect(page).toContain(until);
    expect(page).toContain(notRenewed);
    const over = { ...notInForce, status: 'cancelled', since: '2026-11-10' } as const;
    const suspended = await open(language, { ...over, validFrom: '2026-11-01', validTo: '2026-10-31' });
    expect(suspended).toContain(applied);
    expect(suspended).not.toContain(from);
  },
);

test.each([
  [
    'is',
    'Greiða 12.516 kr.',
    pathOf('portal.payments', 'is'),
    '12.516 kr. eru gjaldfallnar. Tjón sem verður á meðan fæst ekki bætt. Greiðsla ein og sér tryggir ekki að hún taki gildi á ný. Taki hún gildi á ný látum við þig vita frá hvaða degi; hafðu annars samband.',
  ],
  [
    'en',
    'Pay ISK 12,516',
    pathOf('portal.payments', 'en'),
    'Losses in the meantime are not covered. Paying alone does not guarantee that cover applies again. If it does, we let you know from which day; otherwise contact us.',
  ],
] as const)(
  'LIFE-40: a lapsed policy leads to what is unpaid, and promises nothing for paying it (%s)',
  async (language, pay, path, says) => {
    const lapsed = { ...notInForce, status: 'lapsed', overdue: { amount: 12_516 } } as const;
    expect(await open(language, lapsed)).toContain(says);
    // The overview and lists give the same advice.
    const advice = says.slice(says.lastIndexOf('. ') + 2);
    expect(texts[language]('policyStatusText|lapsed')).toContain(advice);
    expect(texts[language]('payment|lossesNotCovered')).toContain(advice);
    expect(linkTo(pay)).toBe(path);
    shown.role = 'Readonly';
    await open(language, lapsed);
    expect(linkTo(pay)).toBeUndefined();
  },
);

test.each([
  ['is', 'var ekki í gildi frá 8. nóvember 2026 til og með 26. nóvember 2026 vegna', 'í gildi 2. maí 2026'],
  ['en', 'not in force from 8 November 2026 to 26 November 2026 because', 'in force on 2 May 2026'],
] as const)(
  'LIFE-40: the page of a policy that is in force again says on which days it was not (%s)',
  async (language, days, oneDay) => {
    const gaps = [{ from: '2026-11-08', to: '2026-11-26' }];
    expect(await open(language, { gaps })).toContain(days);
    expect(await open(language, { gaps: [{ from: '2026-05-02', to: '2026-05-02' }] })).toContain(oneDay);
    expect(await open(language, {})).not.toContain(days.slice(0, 15));
  },
);

test.each(['is', 'en'] as const)(
  'LIFE-40: a lapsed policy tells nobody to contact us before it is known what is owed, and then leads to payments (%s)',
  async (language) => {
    const lapsed = { ...notInForce, status: 'lapsed' } as const;
    const contact = language === 'is' ? 'hafðu annars samband' : 'contact us';
    const payments = texts[language]('payment|title');
    shown.calls['/api/policy/v3/overview'] = { state: 'loading', retry: () => {} };
    const page = await open(language, lapsed);
    expect(page).toContain(texts[language]('policy|noCover'));
    expect(page).toContain(language === 'is' ? 'féll niður 4. nóvember' : 'lapsed on 4 November');
    expect(page).not.toContain(contact);
    expect(linkTo(payments)).toBeUndefined();
    shown.calls['/api/policy/v3/overview'] = { state: 'error', error: {}, retry: () => {} };
    expect(await open(language, lapsed)).toContain(contact);
    expect(linkTo(payments)).toBe(pathOf('portal.payments', language));
    // Nothing is owed any more.
    shown.calls = {};
    await open(language, lapsed);
    expect(linkTo(payments)).toBeUndefined();
  },
);

test.each(['is', 'en'] as const)(
  'LIFE-41: long words on a deductible are folded behind a question (%s)',
  async (language) => {
    const long = 'Þegar hjóli er stolið greiðir þú 25%. '.repeat(4);
    await open(language, { deductible: 23_000, deductibleText: long });
    const folded = document.querySelector('details');
    expect(folded?.open).toBe(false);
    expect(folded?.textContent).toContain(texts[language]('policy|deductibleQuestion'));
    expect(folded?.textContent).toContain(long);
    await open(language, { deductible: null, deductibleText: long });
    expect(document.querySelector('details')).toBeNull();
  },
);

const atOnce = { decided: 'atOnce', texts: ['At once.'] } as const;

test('LIFE-3: only what can be asked for about this policy is offered', async () => {
  await open('is', requestable({ kinds: ['cover', 'suspend', 'cancel'] }));
  expect(button('Breyta vernd')).toBeDefined();
  for (const name of ['Setja í biðstöðu', 'Segja upp']) expect(button(name)).toBeDefined();
  expect(button('Falla frá samningi')).toBeUndefined();
  await open('is', requestable({ kinds: [] }));
  expect(button('Breyta vernd')).toBeUndefined();
  expect(button('Meira')).toBeUndefined();
});

test('LIFE-2: the page is shown with its actions at once, and without them when they cannot be fetched', async () => {
  const path = '/api/policy/v2/{id}/options';
  shown.calls[path] = { state: 'loading', retry: () => {} };
  expect(await open('is', {})).not.toContain('Tilkynna tjón');
  shown.calls[path] = { state: 'error', error: {}, retry: () => {} };
  expect(await open('is', requestable({ kinds: ['cancel'] }))).toContain('Tilkynna tjón');
  expect(button('Segja upp')).toBeUndefined();
  shown.calls = {};
  await open('is', requestable({ kinds: ['cancel'] }));
  expect(button('Segja upp')).toBeDefined();
});

test('LIFE-3: a menu is offered where there is more than one thing to choose, and a button where there is one', async () => {
  await open('is', requestable({ kinds: ['suspend', 'cancel'] }));
  expect(button('Meira')).toBeDefined();
  await open('is', requestable({ kinds: ['cover', 'cancel'] }));
  expect(button('Meira')).toBeUndefined();
  expect(button('Segja upp')).toBeDefined();
});

test('LIFE-3: where a sale ends the policy, the action names the sale', async () => {
  await open('is', requestable({ kinds: ['cancel'], grounds: ['newInsurer', 'sold'] }));
  expect(button('Tilkynna sölu eða segja upp')).toBeDefined();
  expect(button('Segja upp')).toBeUndefined();
});

test('LIFE-4, LIFE-5: a customer cancels: last day, refund and consequences first, then a receipt with what is next', async () => {
  await open('is', requestable({ kinds: ['cancel'] }));
  shown.answers = {
    '/api/policy/v1/requests/preview': preview,
    '/api/policy/v1/requests': {
      request,
      next: ['Við svörum í síðasta lagi 25. nóvember 2026.'],
    },
  };
  await press('Segja upp');
  expect(sent).toEqual([
    { path: '/api/policy/v1/requests/preview', body: { kind: 'cancel', policyId: '1' } },
  ]);
  const dialog = document.querySelector('dialog')?.textContent ?? '';
  for (const text of ['Síðasti dagur verndar', '14.548 kr.', 'Þetta gerist', 'verða ekki bætt'])
    expect(dialog).toContain(text);
  await press('Segja upp');
  expect(sent.at(-1)).toEqual({ path: '/api/policy/v1/requests', body: { kind: 'cancel', policyId: '1' } });
  expect(document.querySelector('dialog')).toBeNull();
  expect(pageText()).toContain('Beiðnin er móttekin');
  expect(pageText()).toContain('í síðasta lagi 25. nóvember 2026');
  expect(document.activeElement?.textContent).toContain('Beiðnin er móttekin');
});

test.each([
  ['is', 'Segja upp', 'Senda beiðni'],
  ['en', 'Cancel policy', 'Send request'],
] as const)(
  'ACT-3: a cancellation that people decide on is sent, not done, and its button says so (%s)',
  async (language, cancel, confirm) => {
    await open(language, requestable({ kinds: ['cancel'] }));
    shown.answers = {
      '/api/policy/v1/requests/preview': {
        ...preview,
        decision: { decided: 'referred', texts: ['Grounds.'] },
      },
      '/api/policy/v1/requests': { request, next: ['We answer by 25 November 2026.'] },
    };
    await press(cancel);
    await press(confirm);
    expect(sent.at(-1)).toEqual({ path: '/api/policy/v1/requests', body: { kind: 'cancel', policyId: '1' } });
  },
);

test.each([
  ['is', 'Segja upp', 'Þetta hefur breyst síðan þú skoðaðir það'],
  ['en', 'Cancel policy', 'This has changed since you looked'],
] as const)(
  'ACT-4: what has changed since it was shown is shown again before it is confirmed (%s)',
  async (language, cancel, changed) => {
    await open(language, requestable({ kinds: ['cancel'] }));
    const calls = { preview: '/api/policy/v1/requests/preview', send: '/api/policy/v1/requests' };
    shown.answers = {
      [calls.preview]: { ...preview, shown: 'before' },
      [calls.send]: { refused: 'previewChanged' },
    };
    await press(cancel);
    shown.answers = {
      ...shown.answers,
      [calls.preview]: { ...preview, consequences: ['Another consequence.'], shown: 'after' },
    };
    const confirm = language === 'is' ? 'Segja upp' : 'Cancel this policy';
    await press(confirm);
    expect(sent.map(({ path }) => path)).toEqual([calls.preview, calls.send, calls.preview]);
    expect(sent[1]?.body).toMatchObject({ shown: 'before' });
    const dialog = () => document.querySelector('dialog')?.textContent ?? '';
    expect(dialog()).toContain(changed);
    expect(dialog()).toContain('Another consequence.');
    await press(confirm);
    expect(sent.filter(({ path }) => path === calls.send).at(-1)?.body).toMatchObject({ shown: 'after' });
  },
);

test.each([
  ['is', 'Falla frá samningi', 'til og með 5. desember 2026', 'Þú hefur fallið frá samningi'],
  ['en', 'Withdraw from the contract', 'until 5 December 2026', 'You have withdrawn from the contract'],
] as const)(
  'RIGHT-1, ACT-3: in %s the right to withdraw has a button of its own with its last day, and its receipt states what was done',
  async (language, label, until, done) => {
    await open(
      language,
      requestable({ kinds: ['cover', 'cancel', 'withdraw'], withdrawUntil: '2026-12-05' }),
    );
    expect(pageText()).toContain(until);
    shown.answers = {
      '/api/policy/v1/requests/preview': {
        ...preview,
        kind: 'withdraw',
        decision: { decided: 'atOnce', texts: ['At once.', 'A right.'] },
      },
      '/api/policy/v1/requests': {
        request: { ...request, kind: 'withdraw', state: 'accepted', settledAt: request.requestedAt },
        next: ['Done on 21 November 2026 at 12:00.'],
      },
    };
    await press(label);
    expect(document.querySelector('dialog')?.textContent).toContain('At once. A right.');
    await press(label);
    expect(sent.at(-1)).toEqual({
      path: '/api/policy/v1/requests',
      body: { kind: 'withdraw', policyId: '1' },
    });
    expect(document.activeElement?.textContent).toContain(done);
    expect(pageText()).toContain('Done on 21 November 2026 at 12:00.');
  },
);

test.each([
  ['is', 'Ljúka biðstöðu', 'Fyrsti dagur verndar', 'Áfram', 'Staðfesta breytingu'],
  ['en', 'End suspension', 'First day of cover', 'Continue', 'Confirm the change'],
] as const)(
  'LIFE-3, ACT-3: in %s the suspension of a policy is ended on a day that the customer chooses',
  async (language, label, question, next, confirm) => {
    const resumeDays = { from: '2026-11-24', to: '2027-02-23' };
    await open(language, { ...requestable({ kinds: ['resume', 'cancel'], resumeDays }) });
    shown.answers = {
      '/api/policy/v1/requests/preview': { ...preview, kind: 'resume', decision: atOnce },
      '/api/policy/v1/requests': { request: { ...request, kind: 'resume', state: 'accepted' }, next: [] },
    };
    await press(label);
    expect(document.querySelector('dialog')?.textContent).toContain(question);
    for (const [index, value] of ['1', '12', '2026'].entries()) {
      const field = document.querySelectorAll<HTMLInputElement>('dialog input')[index];
      if (!field) throw new Error('The form has no such field');
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    }
    await press(next);
    await press(confirm);
    const body = { kind: 'resume', policyId: '1', from: '2026-12-01' };
    expect(sent).toEqual([
      { path: '/api/policy/v1/requests/preview', body },
      { path: '/api/policy/v1/requests', body },
    ]);
  },
);

test.each([
  ['is', 'Samþykkjum við beiðnina kemur fram í svarinu frá hvaða degi breytingin gildir'],
  ['en', 'If we accept the request, the reply states the day from which the change applies'],
] as const)(
  'LIFE-5: a change of cover that is not settled says that our reply states its day and premium (%s)',
  async (language, effect) => {
    await open(language, { request: { ...request, kind: 'cover', effectiveOn: '2026-11-24' } });
    expect(pageText()).toContain(effect);
    expect(pageText()).not.toContain('24');
    await open(language, { request });
    expect(pageText()).not.toContain(effect);
  },
);

test('LIFE-5: while a request waits, the page says why nothing else can be requested', async () => {
  const why = 'Á meðan þessi beiðni bíður er ekki hægt að senda aðra um sömu tryggingu';
  expect(await open('is', { request: { ...request, retractable: true } })).toContain(
    `${why}, en þú getur afturkallað hana.`,
  );
  expect(await open('is', { request })).toContain(`${why}.`);
  expect(await open('is', { request: { ...request, state: 'refused' } })).not.toContain(why);
  shown.role = 'Readonly';
  expect(await open('is', { request })).not.toContain(why);
});

test('LIFE-7: a request that nobody has begun to settle is taken back after confirming; a reader is not offered it', async () => {
  await open('is', { request: { ...request, retractable: true } });
  shown.answers = { '/api/user/v1/requests/{id}/retract': { ...request, state: 'retracted' } };
  await press('Afturkalla beiðni');
  const dialog = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ');
  expect(dialog).toContain('Afturkalla beiðnina?');
  expect(dialog).toContain('Uppsögn, barst 23. nóvember 2026.');
  expect(sent).toEqual([]);
  await press('Afturkalla beiðnina');
  expect(sent).toMatchObject([{ path: '/api/user/v1/requests/{id}/retract' }]);
  expect(document.querySelector('dialog')).toBeNull();
  // The button that had focus is gone once the policy is fetched again.
  expect(document.activeElement).toBe(document.querySelector('h1'));
  shown.role = 'Readonly';
  await open('is', { request: { ...request, retractable: true } });
  expect(button('Afturkalla beiðni')).toBeUndefined();
});

test('LIFE-5, LIFE-7: a receipt says what has become of the request since, and is gone once it was taken back elsewhere', async () => {
  const options = requestable({ kinds: ['cancel'] });
  await open('is', options);
  shown.answers = {
    '/api/policy/v1/requests/preview': preview,
    '/api/policy/v1/requests': { request: { ...request, retractable: true }, next: ['Við svörum.'] },
  };
  await press('Segja upp');
  await press('Segja upp');
  expect(button('Afturkalla beiðni')).toBeDefined();
  // Fetched again, after an employee has taken it.
  await open('is', { ...options, request });
  expect(pageText()).toContain('Beiðnin er móttekin');
  expect(button('Afturkalla beiðni')).toBeUndefined();
  expect(pageText()).toContain('Vinna við beiðnina er hafin.');
  await open('is', { ...options, request: null });
  expect(pageText()).not.toContain('Beiðnin er móttekin');
  expect(pageText()).not.toContain('Við svörum.');
});

test.each([
  ['is', 'cancel', 'endurnýjast sjálfkrafa. Uppsögn er óafgreidd og breytir þessu verði hún samþykkt.'],
  ['is', 'suspend', 'endurnýjast sjálfkrafa. Beiðni um biðstöðu er óafgreidd'],
  ['en', 'withdraw', 'renews automatically. A withdrawal has been requested and will change this'],
] as const)(
  'LIFE-1, LIFE-5: %s: while a request to %s waits, the sentence about the status says so',
  async (...[language, kind, says]) => {
    const renewsOn = '2026-03-02';
    for (const state of ['open', 'moreInformation'] as const) {
      await open(language, { renewsOn, request: { ...request, kind, state } });
      expect(pageText()).toContain(says);
    }
    for (const other of [
      null,
      { ...request, kind, state: 'refused' as const },
      { ...request, kind: 'cover' as const },
    ]) {
      await open(language, { renewsOn, request: other });
      expect(pageText()).not.toContain(says);
    }
  },
);

test('LIFE-7: once somebody has begun to settle a request, the page says so and how to stop it', async () => {
  await open('en', { request });
  expect(button('Take back request')).toBeUndefined();
  expect(pageText()).toContain('We have begun to work on the request. Contact us');
});

test('LIFE-6: a question about a request of any kind is answered on the policy, in the field that a link leads to', async () => {
  const question = { fromUs: true, author: 'Katrín Ósk', text: 'Hvaða dag?', at: '2026-11-24T12:00:00Z' };
  const asked = { ...request, state: 'moreInformation' as const, messages: [question] };
  window.location.hash = '#answer-r1';
  for (const kind of ['cancel', 'figures', 'offer'] as const) {
    await open('is', { request: { ...asked, kind, facts: kind === 'cancel' ? request.facts : [] } });
    expect(pageText()).toContain('Hvaða dag?');
    expect(pageText()).not.toContain('Svarað');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await act(async () => root.render(null));
  }
  window.location.hash = '';
  const answer = { fromUs: false, author: 'Anna', text: 'Í dag.', at: '2026-11-24T13:00:00Z' };
  await open('is', { request: { ...request, messages: [question, answer] } });
  expect(pageText()).toMatch(/Katrín Ósk, .* · Svarað.*Hvaða dag\?.*Í dag\./);
  expect(document.querySelector('textarea')).toBeNull();
});

test('LIFE-3: compulsory insurance asks for its grounds and the new insurer, and sends nothing without them', async () => {
  const days = { from: '2026-10-24', to: '2027-02-23' };
  await open(
    'is',
    requestable({ kinds: ['cancel'], grounds: ['newInsurer', 'sold', 'deregistered'], cancelDays: days }),
  );
  await press('Tilkynna sölu eða segja upp');
  expect(pageText()).toContain('Lögin krefjast þessarar tryggingar.');
  await press('Áfram');
  expect(pageText()).toContain('Veldu einn kost.');
  await choose('newInsurer');
  await press('Áfram');
  expect(pageText()).toContain('Skrifaðu nafn félagsins sem tekur við.');
  expect(sent).toEqual([]);
});

test('LIFE-3: other insurance of a vehicle asks for the day of the sale, and for none when it ends by notice', async () => {
  shown.answers = { '/api/policy/v1/requests/preview': { ...preview, kind: 'cancel' } };
  const days = { from: '2026-10-24', to: '2027-02-23' };
  const choices = requestable({
    kinds: ['cancel'],
    grounds: ['sold', 'deregistered', 'notice'],
    cancelDays: days,
  });
  await open('is', choices);
  await press('Tilkynna sölu eða segja upp');
  expect(pageText()).not.toContain('Lögin krefjast');
  await choose('sold');
  await press('Áfram');
  expect(sent).toEqual([]);
  expect(pageText()).toContain('Hvaða dag?');
  await choose('notice');
  expect(pageText()).not.toContain('Hvaða dag?');
  await press('Áfram');
  expect(sent.at(-1)?.body).toEqual({ kind: 'cancel', policyId: '1', grounds: 'notice' });
});

test('LIFE-3: a company that cancels by notice says whether it has five posts', async () => {
  const days = { from: '2026-10-24', to: '2027-02-23' };
  await open('is', {
    ...requestable({ kinds: ['cancel'], grounds: ['sold', 'notice'], cancelDays: days, asksForPosts: true }),
  });
  await press('Tilkynna sölu eða segja upp');
  await choose('notice');
  await press('Áfram');
  expect(sent).toEqual([]);
  await choose('yes');
  await press('Áfram');
  expect(sent.at(-1)?.body).toEqual({ kind: 'cancel', policyId: '1', grounds: 'notice', hasFivePosts: true });
});

test('LIFE-2, LIFE-4: a cover that the policy lacks is added from its row', async () => {
  shown.answers = { '/api/policy/v1/requests/preview': { ...preview, kind: 'cover', refund: null } };
  await open('is', {
    ...requestable({ kinds: ['cover'], deductibles: [90_000] }),
    addable: [
      { cover: 'death-benefit', product: null, name: 'Dánarbætur', description: '', pricePerYear: 3_900 },
    ],
  });
  await press('Bæta við, frá');
  await press('Áfram');
  expect(sent.at(-1)?.body).toEqual({
    ...{ kind: 'cover', policyId: '1' },
    change: { act: 'add', cover: 'death-benefit' },
  });
  await press('Til baka');
  await choose('other');
  await press('Áfram');
  expect(pageText()).toContain('Skrifaðu minnst tíu stafi.');
});

test('LIFE-2, LIFE-4: another product is asked for from its row, with its price, in the same dialog', async () => {
  shown.answers = { '/api/policy/v1/requests/preview': { ...preview, kind: 'cover', refund: null } };
  const asked = { cover: null, product: 'windscreen', description: '' };
  await open('is', {
    ...requestable({ kinds: ['cover'] }),
    addable: [
      { ...asked, name: 'Bílrúðutrygging', pricePerYear: 11_680 },
      { ...asked, product: 'kasko', name: 'Kaskótrygging', pricePerYear: null },
    ],
  });
  await press('Bæta við, frá 11.680');
  const dialog = document.querySelector('dialog')?.textContent?.replaceAll('\u00a0', ' ');
  expect(dialog).toContain('Bæta við: BílrúðutryggingFrá 11.680 kr. á ári');
  expect(document.querySelector('dialog textarea')).toBeNull();
  await press('Áfram');
  expect(sent).toEqual([
    {
      path: '/api/policy/v1/requests/preview',
      body: {
        ...{ kind: 'cover', policyId: '1' },
        change: { act: 'addProduct', product: 'windscreen' },
      },
    },
  ]);
});

test.each([
  ['open', 'Bíður afgreiðslu'],
  ['moreInformation', 'Okkur vantar upplýsingar'],
  ['accepted', 'Síðasti dagur verndar er 31. desember 2026.'],
  ['refused', 'Beiðninni var hafnað'],
] as const)('LIFE-5: a request that is %s is shown on the policy', async (state, text) => {
  await open('is', {
    request: { ...request, state, settledAt: '2026-11-24T12:00:00Z', text: 'Vegna láns.' },
  });
  expect(pageText()).toContain(text);
});

test('LIFE-6: the page of a policy says from when accepted figures hold and what the premium becomes', async () => {
  const figures = {
    ...{ kind: 'figures' as const, effectiveOn: '2026-12-01', premiumPerYear: 774_670 },
    ...{ facts: [], settledAt: '2026-11-24T12:00:00Z' },
  };
  await open('is', { request: { ...request, ...figures, state: 'accepted' } });
  expect(pageText()).toContain('Breytingin gildir frá 1. desember 2026 og ársiðgjaldið verður 774.670 kr.');
  await act(async () => root.render(null));
  await open('is', { request: { ...request, ...figures, state: 'refused' } });
  expect(pageText()).not.toContain('Breytingin gildir frá');
});

test('ACT-2a: while an accepted change waits for its day, the page says until when nothing else can be requested', async () => {
  const accepted = { ...request, kind: 'cover' as const, state: 'accepted' as const, premiumPerYear: 80_000 };
  await open('is', { request: { ...accepted, appliesOn: '2027-01-01' } });
  expect(pageText()).toContain('Þar til breytingin tekur gildi 1. janúar 2027');
});

test('ACT-1a: a policy that was issued for a request is not read as a change of the policy beside it', async () => {
  const policy = { id: 'w9', number: '1000099' };
  await open('is', {
    request: {
      ...request,
      kind: 'cover',
      state: 'accepted',
      premiumPerYear: 14_160,
      policy,
      newPolicy: true,
    },
  });
  expect(pageText()).toContain('Tryggingin er komin á');
  expect(pageText()).not.toContain('ársiðgjaldið verður');
});

test('LIFE-5: an accepted cancellation still says which premium is no longer charged', async () => {
  const facts = [{ label: 'Iðgjald sem fellur niður', value: '46.549 kr.' }];
  await open('is', { request: { ...request, facts, state: 'accepted', settledAt: '2026-11-24T12:00:00Z' } });
  expect(pageText()).toMatch(/Síðasti dagur verndar er .*Iðgjald sem fellur niður\s*46\.549 kr\./s);
});

test.each(['is', 'en'] as const)(
  'LIFE-11: the page of a travel policy has the emergency number abroad and ours with its country code (%s)',
  async (language) => {
    for (const product of ['travel', 'company-travel']) {
      const page = await open(language, { product });
      expect(page).toContain('Neyðaraðstoð. +45 0000 0112, allan sólarhringinn');
      expect(linkTo('+45 0000 0112')).toBe('tel:+4500000112');
      expect(linkTo('+354 514 1000')).toBe('tel:+3545141000');
    }
  },
);

test('LIFE-11: neither other insurance nor travel insurance whose cover is paused has the emergency number', async () => {
  expect(await open('is', { product: 'kasko' })).not.toContain('+45');
  expect(await open('is', { product: 'travel', status: 'suspended', inForce: false })).not.toContain('+45');
});
