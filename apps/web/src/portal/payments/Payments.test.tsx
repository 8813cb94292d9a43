// @vitest-environment happy-dom
import type { Instalment, PaymentChoices, PaymentStatus } from '@hofn/contracts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { createSessionParts } from '../../session/create-session-parts.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { noteSettling } from '../../session/settling.ts';
import { Payments } from './Payments.tsx';

const textsIn = {
  is: createTranslator('is', { ...shell, ...portal, ...errors }),
  en: createTranslator('en', { ...shellEn, ...portalEn, ...errorsEn }),
};
const shown = {
  shown: { page: { staticQueries: { site: { company: {} } } }, location: {} },
  links: { newTabPaths: [] },
} as never;
const due: Instalment = {
  ...{ id: 'i1', sequence: 10, sequenceOf: 12, policy: null, dueDate: '2026-11-01' },
  ...{ finalDueDate: '2026-11-15', amount: 42_202, penaltyInterest: 0, fees: 0, total: 42_202 },
  ...{ method: 'ccard', collection: null, state: 'due', paidOn: null, refused: false, lapsesOn: null },
};
const status: PaymentStatus = {
  ...{ items: [due], nextCursor: null, sums: { count: 1, total: 42_202 } },
  summary: {
    ...{ dueNow: { amount: 42_202, items: [due] }, overdue: 0 },
    next: {
      ...{ dueDate: '2026-12-01', amount: 12_516, method: 'ccard' },
      collection: { day: '2026-12-01', from: 'card' },
    },
    checking: [],
    paid: { year: 2026, amount: 0, count: 0, of: 12 },
  },
  credit: { openBalance: 42_202, instalmentCredit: 0, limit: null },
  card: { brand: 'Visa', cardNumberMasked: '•••• 4821', expired: false },
  refunds: [],
};

const newQueries = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
const refuse = (): object => {
  throw new ApiError({ status: 402, errorCode: 'paymentDeclined' });
};

let root: Root;
let page: HTMLElement;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  // No payment has been made.
  noteSettling(Number.NEGATIVE_INFINITY);
});

/** Shows the payments of a customer to that customer, or to somebody acting for them. */
const show = async (
  via: 'self' | 'delegate',
  language: 'is' | 'en' = 'is',
  dueNow = [due],
  ended: { id: string; status: string }[] = [],
  {
    pay = refuse,
    queries = newQueries(),
    answers: more = {},
    checking = [],
    choices: offered,
  }: {
    pay?: () => object;
    queries?: QueryClient;
    answers?: Partial<PaymentStatus>;
    checking?: PaymentStatus['summary']['checking'];
    choices?: PaymentChoices;
  } = {},
) => {
  const currentProxyUser = { id: 'jon', value: '0308731499', fullName: 'Jón Jónsson', via, role: 'Full' };
  const state = { status: 'authenticated', user: { sub: 'gudrun' } };
  const answers: Record<string, object> = {
    '/api/user/v1/info': { currentProxyUser },
    '/api/payment/v1/installmentsOverview': {
      ...status,
      ...more,
      summary: { ...status.summary, checking, dueNow: { amount: 42_202, items: dueNow } },
    },
    '/api/payment/v1/periods': { items: [] },
    ...(offered && { '/api/payment/v1/plan': offered }),
    '/api/policy/v3/overview': { groups: [], ended },
  };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries,
    api: { get: async (path: string) => answers[path], post: async () => pay() },
    tracker: createCallTracker(() => 0),
    language: () => language,
  } as unknown as SessionParts;
  history.replaceState(null, '');
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  flushSync(() =>
    root.render(
      <TextsContext value={textsIn[language]}>
        <SessionProvider parts={parts}>
          <ShownContext value={shown}>
            <Payments />
          </ShownContext>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector('tbody tr')).not.toBeNull());
  return answers;
};
const linksToMethod = () => page.querySelectorAll('a[href$="/stillingar/greidsluupplysingar"]');
const confirmation = () => document.querySelector('dialog p')?.textContent?.replaceAll('\u00a0', ' ');
const startPaying = () => {
  const pay = [...page.querySelectorAll('button')].find(({ textContent }) =>
    /^(Greiða|Pay) (ISK\s)?42[.,]202/.test(textContent ?? ''),
  );
  flushSync(() => pay?.click());
};

test('PAY-16: one’s own payment is confirmed by amount and card, and the payment method can be changed', async () => {
  await show('self');
  expect(linksToMethod()).toHaveLength(2);
  startPaying();
  expect(confirmation()).toBe('Viltu greiða 42.202 kr. með Visa •••• 4821?');
});

test.each([
  ['is', '2099-12-07', 'Verði ekki greitt fyrir 7. desember 2099 geta tryggingar fallið úr gildi.'],
  ['is', '2026-01-07', 'Fresturinn til að greiða er liðinn og tryggingar geta fallið úr gildi.'],
  ['en', '2099-12-07', 'Unless it is paid before 7 December 2099, policies may lapse.'],
  ['en', '2026-01-07', 'The time to pay has run out, and policies may lapse.'],
] as const)(
  'LIFE-40: an overdue payment names the last day to pay only while it lies ahead (%s, %s)',
  async (language, lapsesOn, says) => {
    await show('self', language, [{ ...due, state: 'overdue', lapsesOn }]);
    const shownText = page.textContent?.replaceAll('\u00a0', ' ');
    expect(shownText).toContain(says);
    expect(shownText).not.toMatch(/7\. janúar 2026|7 January 2026/);
  },
);

const choices: PaymentChoices = {
  ...{ due: 42_202, later: { from: '2026-11-24', to: '2026-12-23', fee: 0 } },
  plans: [
    {
      ...{ count: 2, fee: 490, total: 42_692 },
      payments: [
        { dueDate: '2026-12-07', amount: 21_346 },
        { dueDate: '2027-01-07', amount: 21_346 },
      ],
    },
  ],
  ...{ otherwise: ['Tryggingar falla úr gildi 7. desember 2026.'], open: null, running: null },
};
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const shownIn = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ');

test.each([
  ['is', '2 greiðslur, hver mest 21.346 kr.', 'Gjald: 490 kr.', '7. desember 202621.346 kr.'],
  ['en', '2 payments of ISK 21,346 at most', 'Fee: ISK 490', '7 December 2026ISK 21,346'],
] as const)(
  'RIGHT-4, LIFE-40: someone who cannot pay chooses other days, reads their cost and what happens otherwise, and then the new days (%s)',
  async (language, option, fee, first) => {
    const t = textsIn[language];
    const [plan] = choices.plans;
    if (!plan) throw new Error('There is no plan to choose');
    const { payments } = plan;
    const decision = { decided: 'atOnce', texts: ['Þetta tekur gildi.'] };
    const asked: object[] = [
      { ...plan, decision, consequences: ['Ekkert fellur úr gildi.'], shown: 'hash' },
      { request: { state: 'accepted' }, payments, next: ['Kvittun er á leiðinni.'], facts: [] },
    ];
    const pay = () => asked.shift() ?? refuse();
    await show('self', language, [{ ...due, state: 'overdue', lapsesOn: '2099-01-07' }], [], {
      ...{ pay, choices },
    });
    await vi.waitFor(() => expect(button(t('payment|cannotPay'))).toBeDefined());
    flushSync(() => button(t('payment|cannotPay'))?.click());
    const dialog = () => document.querySelector('dialog');
    expect(shownIn(dialog())).toContain(option);
    expect(shownIn(dialog())).toContain(fee);
    expect(shownIn(dialog())).toContain(choices.otherwise[0]);
    // Nothing is chosen for the customer.
    flushSync(() => button(t('policyForm|continue'))?.click());
    await vi.waitFor(() => expect(shownIn(dialog())).toContain(t('policyForm|choose')));
    flushSync(() => dialog()?.querySelector<HTMLInputElement>('input[value="2"]')?.click());
    flushSync(() => button(t('policyForm|continue'))?.click());
    await vi.waitFor(() => expect(button(t('paymentPlan|confirm'))).toBeDefined());
    expect(shownIn(dialog())).toContain('Ekkert fellur úr gildi.');
    flushSync(() => button(t('paymentPlan|confirm'))?.click());
    await vi.waitFor(() => expect(shownIn(dialog())).toContain(t('paymentPlan|doneTitle')));
    expect(shownIn(dialog())).toContain(first);
  },
);

test('RIGHT-4: what was agreed is on the payment status, and with a request that waits no second one is offered', async () => {
  const payments = choices.plans[0]?.payments.map((part, index) => ({ ...part, paid: index === 0 })) ?? [];
  await show('self', 'is', [], [], {
    choices: { ...choices, due: 0, running: { agreedOn: '2026-11-23', payments } },
  });
  await vi.waitFor(() => expect(shownIn(page)).toContain('7. desember 2026, 21.346 kr., greitt'));
  root.unmount();
  page.remove();
  await show('self', 'is', [due], [], {
    choices: { ...choices, open: { id: 'r1', requestedAt: '2026-11-23T12:00:00Z' } },
  });
  await vi.waitFor(() => expect(shownIn(page)).toContain('Send 23. nóvember 2026.'));
  expect(button(textsIn.is('payment|cannotPay'))).toBeUndefined();
});

test.each([
  ['is', 'Endurgreiðslur', '21. nóvember 2026: 5.000 kr. á Visa •••• 4821, af greiðslu 18. nóvember 2026'],
  ['en', 'Refunds', '21 November 2026: ISK 5,000 to Visa •••• 4821, of a payment on 18 November 2026'],
] as const)(
  'DESK-12: the customer reads what was refunded to which card (%s)',
  async (language, title, text) => {
    await show('self', language);
    expect(page.textContent).not.toContain(title);
    const refunds = [
      { id: 'r1', amount: 5_000, card: 'Visa •••• 4821', refundedOn: '2026-11-21', paidOn: '2026-11-18' },
    ];
    root.unmount();
    await show('self', language, [due], [], { answers: { refunds } });
    expect([...page.querySelectorAll('h2')].map((heading) => heading.textContent)).toContain(title);
    expect((page.textContent ?? '').replaceAll('\u00a0', ' ')).toContain(text);
  },
);

test.each([
  ['is', 'system', 'Kerfið spyr kortafyrirtækið áfram'],
  ['is', 'staff', 'Starfsfólk okkar er með málið'],
  ['en', 'system', 'We keep asking the card service'],
  ['en', 'staff', 'Our staff have the case'],
] as const)(
  'PAY-16, DESK-14: a payment that nobody has answered for says who is checking it, and that it is not to be paid again (%s, %s)',
  async (language, by, says) => {
    const checking = [{ amount: 12_510, startedOn: '2026-11-20', by }];
    await show('self', language, [due], [], { checking });
    const shownText = page.textContent?.replaceAll('\u00a0', ' ');
    expect(shownText).toContain(says);
    expect(shownText).toMatch(/12[.,]510/);
    expect(shownText).toMatch(/Ekki greiða aftur|Do not pay again/);
  },
);

test('PAY-16: a delegate reads whose debt they pay, and gets no link to the payment method', async () => {
  await show('delegate');
  await vi.waitFor(() => expect(linksToMethod()).toHaveLength(0));
  startPaying();
  expect(confirmation()).toBe('Viltu greiða 42.202 kr. með Visa •••• 4821? Þú greiðir fyrir: Jón Jónsson');
  root.unmount();
  page.remove();
  await show('delegate', 'en');
  startPaying();
  await vi.waitFor(() =>
    expect(confirmation()).toMatch(/^Do you want to pay .+ with Visa •••• 4821 for Jón Jónsson\?$/),
  );
});

test.each([
  ['is', 'Prófaðu annað kort', 'Skrá nýtt kort'],
  ['en', 'Try another card', 'Register a new card'],
] as const)(
  'LIFE-30: a card that was declined leads to another one, which only the customer registers (%s)',
  async (language, advice, link) => {
    for (const via of ['self', 'delegate'] as const) {
      await show(via, language);
      startPaying();
      const confirm = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
        ({ textContent }) => /42[.,]202/.test(textContent ?? ''),
      );
      flushSync(() => confirm?.click());
      const alert = () => page.querySelector('[role=alert]');
      await vi.waitFor(() => expect(alert()?.textContent).toContain(advice));
      const ways = [...(alert()?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent);
      expect(ways, via).toEqual(via === 'self' ? [link] : []);
      if (via === 'delegate') break;
      root.unmount();
      page.remove();
    }
  },
);

test.each([
  [
    'is',
    '2 tryggingar eru fallnar úr gildi vegna vanskila. Tjón sem verður á meðan fæst ekki bætt. Greiðsla ein og sér tryggir ekki að vernd taki gildi á ný.',
  ],
  [
    'en',
    '2 policies have lapsed because of unpaid premiums. Losses in the meantime are not covered. Paying alone does not guarantee that cover applies again.',
  ],
] as const)(
  'LIFE-40: an overdue payment says which policies have lapsed, and leads to them (%s)',
  async (language, says) => {
    const ended = [
      { id: 'p1', status: 'lapsed' },
      { id: 'p2', status: 'cancelled' },
      { id: 'p3', status: 'lapsed' },
    ];
    await show('self', language, [{ ...due, state: 'overdue', lapsesOn: '2026-11-04' }], ended);
    await vi.waitFor(() => expect(page.textContent?.replaceAll('\u00a0', ' ')).toContain(says));
    expect(page.querySelector('a[href$="#group-ended"]')).not.toBeNull();
    root.unmount();
    await show('self', language, [{ ...due, state: 'overdue' }], ended.slice(0, 2));
    await vi.waitFor(() => expect(page.querySelector('a[href$="/p1"]')).not.toBeNull());
  },
);

test.each([
  ['is', 'Skráir þú kort getur þú greitt hér. Skrá nýtt kort'],
  ['en', 'Once you register a card, you can pay here. Register a new card'],
] as const)(
  'PAY-16: who has something to pay and no card reads that a card can pay here, with the way to register it (%s)',
  async (language, says) => {
    const upcoming: Instalment = { ...due, state: 'upcoming' };
    for (const [via, item, card, isShown] of [
      ['self', upcoming, null, true],
      ['self', upcoming, { ...status.card, expired: true }, true],
      ['self', upcoming, status.card, false],
      ['self', { ...due, state: 'paid' }, null, false],
      ['delegate', upcoming, null, false],
    ] as const) {
      const answers = { items: [item], card } as Partial<PaymentStatus>;
      await show(via, language, [], [], { answers });
      const link = () => page.querySelector('a[href$="#card"]');
      await vi.waitFor(() => expect(link() !== null, `${via} ${item.state}`).toBe(isShown));
      if (isShown) expect(link()?.closest('p')?.textContent).toBe(says);
      root.unmount();
      page.remove();
    }
    await show('self');
  },
);

test('LIFE-36: the payment status leads to a message about payments', async () => {
  await show('self', 'en');
  const ask = [...page.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Ask about a payment',
  );
  expect(ask?.getAttribute('href')).toMatch(/#subject=Payment\+status$/);
});

test.each([
  ['is', 'Kaskótrygging, Hyundai i20: gildir frá 27. nóvember 2026.'],
  ['en', 'Kaskótrygging, Hyundai i20: valid from 27 November 2026.'],
] as const)(
  'LIFE-40: the confirmation of a payment says what is in force again, or that we will let the customer know (%s)',
  async (language, valid) => {
    const kasko = { id: 'k', name: 'Kaskótrygging', insured: 'Hyundai i20', validFrom: '2026-11-27' };
    const lapsed = [{ id: 'k', status: 'lapsed' }];
    const waits = textsIn[language]('payment|lapsedPaid');
    const arrivals = vi.spyOn(Element.prototype, 'scrollIntoView');
    const pay = async (after: object) => {
      const overdue = [{ ...due, state: 'overdue' as const, lapsesOn: '2026-11-04' }];
      const answers: Record<string, object> = await show('self', language, overdue, lapsed, {
        pay: () => {
          answers['/api/policy/v3/overview'] = after;
          return { paymentId: 'b1', state: 'paid', amount: 42_202 };
        },
      });
      await vi.waitFor(() => expect(page.querySelector('a[href*="/k"]')).not.toBeNull());
      startPaying();
      const confirm = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
        ({ textContent }) => /42[.,]202/.test(textContent ?? ''),
      );
      flushSync(() => confirm?.click());
    };
    const shownText = () => page.textContent?.replaceAll('\u00a0', ' ');
    await pay({ groups: [], ended: lapsed });
    await vi.waitFor(() => expect(shownText()).toContain(waits));
    // It is scrolled into view: the button may be far below it.
    await vi.waitFor(() => expect(arrivals).toHaveBeenCalledOnce());
    arrivals.mockRestore();
    root.unmount();
    page.remove();
    await pay({ groups: [{ policies: [kasko] }], ended: [] });
    await vi.waitFor(() => expect(shownText()).toContain(valid));
    expect(shownText()).not.toContain(waits);
  },
);

test.each([
  ['is', 'Ógreitt er fyrir allar tryggingarnar.', 'Ógreitt er fyrir: Kaskótrygging 2055611.'],
  ['en', 'All policies are unpaid.', 'Unpaid: Kaskótrygging 2055611.'],
] as const)('LIFE-40: an overdue payment says which policies it is for (%s)', async (language, all, one) => {
  const overdue: Instalment = { ...due, state: 'overdue', lapsesOn: '2099-11-04' };
  await show('self', language, [overdue]);
  expect(page.textContent).toContain(all);
  root.unmount();
  page.remove();
  const policy = { id: 'k', name: 'Kaskótrygging', number: '2055611' };
  await show('self', language, [{ ...overdue, policy }]);
  expect(page.textContent).toContain(one);
});

test('PAY-16: an instalment that was selected, and meanwhile paid elsewhere, is selected no more', async () => {
  const queries = newQueries();
  const more = { ...due, id: 'i2', total: 12_516 };
  const answers = await show('self', 'is', [due], [], { queries, answers: { items: [due, more] } });
  const chosen = () =>
    /Valið til greiðslu: (.*?kr\.)/.exec(page.textContent?.replaceAll('\u00a0', ' ') ?? '')?.[1];
  for (const box of page.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]'))
    flushSync(() => box.click());
  expect(chosen()).toBe('2 greiðslur, 54.718 kr.');
  answers['/api/payment/v1/installmentsOverview'] = {
    ...status,
    items: [
      { ...due, total: 43_000 },
      { ...more, state: 'paid', paidOn: '2026-11-23' },
    ],
  };
  await queries.invalidateQueries();
  await vi.waitFor(() => expect(chosen()).toBe('1 greiðsla, 43.000 kr.'));
});

test('LIFE-40: what the core system says after a payment appears by itself, and when payments are shown again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  try {
    // As the session shares answers.
    const queries = createSessionParts({ session: {} } as never).queries;
    const pay = () => ({ state: 'paid', amount: 42_202 });
    const answers = await show('self', 'is', [due], [], { pay, queries });
    const shows = () => page.textContent?.replaceAll('\u00a0', ' ');
    const coreSays = (amount: number) => {
      const { next } = status.summary;
      const summary = { ...status.summary, next: next && { ...next, amount } };
      answers['/api/payment/v1/installmentsOverview'] = { ...status, summary };
    };
    coreSays(14_576);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shows()).toContain('12.516 kr.');
    startPaying();
    const confirm = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
      ({ textContent }) => /42[.,]202/.test(textContent ?? ''),
    );
    flushSync(() => confirm?.click());
    await vi.waitFor(() => expect(shows()).toContain('14.576 kr.'));
    const paid = page.querySelector('[role=status]');
    expect(paid?.textContent).toMatch(/Greiðslan, 42\.202\skr\., er móttekin\..*Kvittun/);
    coreSays(17_484);
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.waitFor(() => expect(shows()).toContain('17.484 kr.'));
    root.unmount();
    page.remove();
    // Read before the minute is over, and shown after it.
    const again = await show('self', 'is', [due], [], { pay, queries });
    again['/api/payment/v1/installmentsOverview'] = answers['/api/payment/v1/installmentsOverview'] ?? {};
    await vi.advanceTimersByTimeAsync(55_000);
    root.unmount();
    page.remove();
    await vi.advanceTimersByTimeAsync(20_000);
    await show('self', 'is', [due], [], { pay, queries });
    await vi.waitFor(() => expect(shows()).toContain('12.516 kr.'));
  } finally {
    vi.useRealTimers();
  }
});
