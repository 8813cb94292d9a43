import { type CoreRequest, instalmentFacts, policyFacts } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { type Book, openBook } from './book.ts';
import { runNextDay } from './bookkeeping/day.ts';
import { chargedOf } from './bookkeeping/premium.ts';
import { openingBook } from './opening.ts';
import { acceptRequest, acceptWithUndo, putBack } from './requests.ts';

const today = '2026-11-23';

const bookToday = () => openBook({ ...openingBook(today), policyNumber: '9100001' });
/** A request about the family's comprehensive insurance. */
const requestAbout = (changes: object) =>
  ({
    ...{ id: 'r1', state: 'open', settledBy: 'core', requestedAt: `${today}T10:00:00Z`, messages: [] },
    ...{ customer: { ssn: '1201741429' }, tariff: 'demo', language: 'is', figures: null, offer: null },
    policy: { id: 'p1', number: '2041188' },
    ...changes,
  }) as unknown as CoreRequest;
const noChange = { act: null, cover: null, deductible: null, lastDay: null };

/** An accepted offer of a year for 96 001 kr. from 23 December, in twelve instalments. */
const acceptedOffer = (changes: object = {}) =>
  requestAbout({
    ...{ id: 'o1', kind: 'offer', effectiveOn: '2026-12-23', premium: 96_001, outcome: null },
    offer: {
      ...{ number: '8204417', product: 'kasko', insured: { is: 'Toyota RAV4', en: 'Toyota RAV4' } },
      ...{ covers: [], parts: [{ id: 'base', amount: 96_001 }], instalmentsPerYear: 12, terms: ['BK10'] },
      ...{ deductible: 140_000, sumInsured: null, shownHash: null },
    },
    ...changes,
  });

const isOwed = ({ paidAt, cancelledAt }: { paidAt: string | null; cancelledAt: string | null }) =>
  paidAt === null && cancelledAt === null;
const owedBy = (book: Book, ssn = '1201741429') =>
  book
    .of('instalments', ssn)
    .filter(({ facts }) => isOwed(facts))
    .reduce((sum, { facts: { amount, fees, penaltyInterest } }) => sum + amount + fees + penaltyInterest, 0);
/** What the customer's account says was credited or repaid. */
const creditedIn = (book: Book) =>
  book
    .of('ledger-entries', '1201741429')
    .filter(({ key }) => /^(?:credit|refund)-/.test(key))
    .map(({ facts: { type, amount } }) => [type, amount]);

test('CORE-13, LIFE-5, INS-4: an accepted cancellation ends the policy on its last day, and its instalments charge the days until then', () => {
  const book = bookToday();
  const number = acceptRequest(book, acceptedOffer({ policy: null }), today) ?? '';
  const about = { kind: 'cancel', policy: { id: 'p9', number }, premium: 0, change: noChange };
  expect(acceptRequest(book, requestAbout({ ...about, effectiveOn: '2027-03-01' }), today)).toBe(number);
  const ended = policyFacts.parse(book.policy(number)?.facts);
  expect(ended).toMatchObject({ cancelledOn: today, validTo: '2027-02-28', renews: false });
  const own = book
    .of('instalments', '1201741429')
    .filter(({ facts }) => facts.policy === 'offer-8204417' && facts.cancelledAt === null);
  expect(own.map(({ facts }) => facts.dueDate)).toEqual(['2026-12-23', '2027-01-23', '2027-02-23']);
  // 68 of 365 days.
  expect(own.reduce((sum, { facts }) => sum + facts.amount, 0)).toBe(17_885);
  expect(creditedIn(book)).toEqual([]);
});

test('CORE-13, LIFE-4: windscreen insurance ends with the insurance of its vehicle, comprehensive insurance goes on', () => {
  const book = bookToday();
  const effectiveOn = '2026-11-25';
  acceptRequest(
    book,
    requestAbout({
      kind: 'cancel',
      policy: { id: 'p1', number: '2041187' },
      ...{ effectiveOn, premium: 0, change: noChange },
    }),
    today,
  );
  const daysOf = (number: string) => {
    const { validTo, cancelledOn } = book.policy(number)?.facts ?? {};
    return { validTo, cancelledOn };
  };
  const ended = { validTo: '2026-11-24', cancelledOn: today };
  expect(daysOf('2041187')).toEqual(ended);
  expect(daysOf('2041189')).toEqual(ended);
  expect(daysOf('2041188').cancelledOn).toBeNull();
  const credited = book
    .of('ledger-entries', '1201741429')
    .flatMap(({ key }) => /^credit-(.*)-/.exec(key)?.[1] ?? []);
  expect(credited.some((key) => key.includes('2041189'))).toBe(true);
});

test('CORE-13: accepted figures replace those that the policy shows, and every part of the premium changes with them', () => {
  const book = bookToday();
  const before = book.policy('1902221')?.facts;
  if (!before) throw new Error('The book has no liability policy');
  const after = { ...before.figures, payroll: 402_000_000, turnover: 1_368_000_000 };
  const premium = Math.round(before.premiumPerYear * 1.5);
  acceptRequest(
    book,
    requestAbout({
      kind: 'figures',
      policy: { id: 'p2', number: '1902221' },
      ...{ effectiveOn: today, premium, figures: { before: before.figures, after } },
    }),
    today,
  );
  const changed = policyFacts.parse(book.policy('1902221')?.facts);
  expect(changed.figures).toEqual(after);
  expect(changed.items[0]?.facts).toMatchObject({ payroll: 402_000_000, turnover: 1_368_000_000 });
  expect(changed.items[0]?.facts.activity).toEqual(before.items[0]?.facts.activity);
  expect(before.premiumParts.length).toBeGreaterThan(1);
  for (const [index, { id, amount }] of before.premiumParts.entries()) {
    expect(changed.premiumParts[index]?.id).toBe(id);
    // Rounding is settled in the first part.
    expect(Math.abs((changed.premiumParts[index]?.amount ?? 0) - amount * 1.5)).toBeLessThan(5);
  }
});

test('CORE-13, INS-4: a change accepted again is charged once, and the next change builds on it', () => {
  const book = bookToday();
  const { premiumPerYear: was } = book.get('policies', 'policy-2041188')?.facts ?? { premiumPerYear: 0 };
  const before = owedBy(book);
  const changeTo = (id: string, premium: number, deductible: number) =>
    acceptRequest(
      book,
      requestAbout({
        ...{ id, kind: 'cover', effectiveOn: '2026-12-01', premium },
        change: { ...noChange, act: 'deductible', deductible },
      }),
      today,
    );
  changeTo('r1', was * 2, 140_000);
  changeTo('r1', was * 2, 140_000);
  // What was charged pays until the end of the year.
  const difference = Math.round((was * 31) / 365);
  expect(Math.abs(owedBy(book) - before - difference)).toBeLessThanOrEqual(1);
  changeTo('r2', was * 3, 185_000);
  expect(Math.abs(owedBy(book) - before - 2 * difference)).toBeLessThanOrEqual(1);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    premiumPerYear: was,
    deductible: 90_000,
  });
  while (book.state.today < '2026-12-01') runNextDay(book);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    ...{ premiumPerYear: was * 3, deductible: 185_000 },
  });
});

test('INS-1: a change accepted for an earlier day is applied under one for a later day, which keeps its effect', () => {
  const book = bookToday();
  const { premiumPerYear: was } = book.get('policies', 'policy-2041188')?.facts ?? { premiumPerYear: 0 };
  const [cover] = book.get('policies', 'policy-2041188')?.facts.covers ?? [];
  const remove = { ...noChange, act: 'remove', cover: cover?.id ?? '' };
  const later = { id: 'r1', kind: 'cover', effectiveOn: '2026-12-05', premium: was - 10_000, change: remove };
  acceptRequest(book, requestAbout(later), today);
  const deductible = { ...noChange, act: 'deductible', deductible: 250_000 };
  const earlier = {
    id: 'r2',
    kind: 'cover',
    effectiveOn: '2026-11-25',
    premium: was - 30_000,
    change: deductible,
  };
  acceptRequest(book, requestAbout(earlier), today);
  const policy = () => book.get('policies', 'policy-2041188')?.facts;
  while (book.state.today < '2026-11-25') runNextDay(book);
  expect(policy()).toMatchObject({ premiumPerYear: was - 30_000, deductible: 250_000 });
  while (book.state.today < '2026-12-05') runNextDay(book);
  expect(policyFacts.parse(policy())).toMatchObject({ premiumPerYear: was - 40_000, deductible: 250_000 });
  expect(cover).toBeDefined();
  expect(policy()?.covers).not.toContainEqual(cover);
});

test('INS-4: a change when every instalment is paid charges an instalment of its own, or is repaid, and is credited once', () => {
  for (const [premium, charged] of [
    [192_002, 48_001],
    [0, -48_001],
  ] as const) {
    const book = bookToday();
    const number = acceptRequest(book, acceptedOffer({ policy: null, effectiveOn: '2026-11-24' }), today);
    const own = () =>
      book.of('instalments', '1201741429').filter(({ facts }) => facts.policy === 'offer-8204417');
    for (const { key, facts } of own())
      book.put('instalments', key, { ...facts, paidAt: `${today}T12:00:00Z` });
    // What is owed for other policies would be reduced first.
    for (const { key, facts } of book.of('instalments', '1201741429'))
      book.put('instalments', key, { ...facts, paidAt: `${today}T12:00:00Z` });
    // Half of the year: 182.5 of 365 days.
    const half = { kind: 'cover', policy: { id: 'p9', number }, effectiveOn: '2027-05-25' };
    const change = { ...noChange, act: 'deductible', deductible: 65_000 };
    acceptRequest(book, requestAbout({ ...half, premium, change }), today);
    const added = own().filter(({ facts }) => isOwed(facts));
    const difference = Math.round((96_001 * 183) / 365) * Math.sign(charged);
    if (charged > 0) {
      expect(added.map(({ facts }) => instalmentFacts.parse(facts))).toMatchObject([
        { amount: difference, dueDate: '2027-05-25', sequence: 1, sequenceOf: 1 },
      ]);
      expect(creditedIn(book)).toEqual([]);
    } else {
      expect(added).toEqual([]);
      expect(creditedIn(book)).toEqual([
        ['premium', difference],
        ['refund', -difference],
      ]);
    }
  }
});

test('CORE-13, ACT-1a: another product gets a policy of its own for the same vehicle, once, with its instalments', () => {
  const book = bookToday();
  const change = { ...noChange, act: 'other', product: 'windscreen' };
  const request = requestAbout({ kind: 'cover', effectiveOn: '2026-11-24', premium: 104_880, change });
  const before = book.policy('2041188')?.facts;
  const number = acceptRequest(book, request, today) ?? '';
  expect(acceptRequest(book, request, today)).toBe(number);
  const issued = policyFacts.parse(book.policy(number)?.facts);
  expect(issued).toMatchObject({
    ...{ product: 'windscreen', validFrom: '2026-11-24', validTo: '2027-11-23' },
    ...{ insured: before?.insured, items: before?.items },
  });
  expect(issued.premiumPerYear).not.toBe(104_880);
  expect(book.policy('2041188')?.facts).toEqual(before);
  const due = book
    .of('instalments', '1201741429')
    .filter(({ facts }) => facts.policy === `product-${request.id}`);
  expect(due.reduce((sum, { facts }) => sum + facts.amount, 0)).toBe(issued.premiumPerYear);
});

test('CORE-13: a change that was accepted for a later day is not made to a policy that has ended by then', () => {
  const book = bookToday();
  const change = { ...noChange, act: 'deductible', deductible: 185_000 };
  acceptRequest(
    book,
    requestAbout({ kind: 'cover', effectiveOn: '2026-11-24', premium: 90_000, change }),
    today,
  );
  const cancel = { id: 'r2', kind: 'cancel', effectiveOn: '2026-11-24', premium: 0, change: noChange };
  acceptRequest(book, requestAbout(cancel), today);
  runNextDay(book);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    cancelledOn: today,
    deductible: 90_000,
  });
});

test('CORE-13, LIFE-5: premium charged for days after the end is deducted from what is owed, and the rest is repaid', () => {
  const book = bookToday();
  const customer = '1201741429';
  const cancel = { kind: 'cancel', effectiveOn: '2026-11-21', premium: 0, change: noChange };
  const { premiumPerYear } = book.get('policies', 'policy-2041188')?.facts ?? { premiumPerYear: 0 };
  // The instalment of 1 December is on an invoice: it pays until the end of the year, 41 days after the last one.
  const credit = Math.round((premiumPerYear * 41) / 365);
  const before = owedBy(book);
  acceptRequest(book, requestAbout(cancel), today);
  expect(credit).toBeGreaterThan(1000);
  expect(Math.abs(owedBy(book) - (before - credit))).toBeLessThanOrEqual(1);
  expect(creditedIn(book)).toEqual([['premium', owedBy(book) - before]]);

  const paid = bookToday();
  for (const { key, facts } of paid.of('instalments', customer))
    paid.put('instalments', key, { ...facts, paidAt: `${today}T12:00:00Z` });
  acceptRequest(paid, requestAbout(cancel), today);
  const [entry] = creditedIn(book);
  const repaid = Math.abs(Number(entry?.[1]));
  expect(creditedIn(paid)).toEqual([
    ['premium', -repaid],
    ['refund', repaid],
  ]);
});

test('CORE-13, LIFE-5: an accepted suspension is written to the policy, and another deductible on the day that it takes effect', () => {
  const book = bookToday();
  const suspended = { id: 's1', kind: 'suspend', effectiveOn: '2026-12-01', premium: 1, change: noChange };
  acceptRequest(book, requestAbout(suspended), today);
  expect(book.get('policies', 'policy-2041188')?.facts.suspendedOn).toBe('2026-12-01');
  const change = { ...noChange, act: 'deductible', deductible: 185_000 };
  const cover = { kind: 'cover', effectiveOn: '2026-11-24', premium: 90_000, change };
  acceptRequest(book, requestAbout(cover), today);
  expect(book.get('policies', 'policy-2041188')?.facts.deductible).not.toBe(185_000);
  runNextDay(book);
  const facts = policyFacts.parse(book.get('policies', 'policy-2041188')?.facts);
  expect(facts).toMatchObject({ deductible: 185_000, premiumPerYear: 90_000 });
  expect(facts.premiumParts.reduce((sum, { amount }) => sum + amount, 0)).toBe(90_000);
});

test('CORE-13: an accepted offer issues one policy with its instalments, and ends the policy that it replaces', () => {
  const book = bookToday();
  const request = acceptedOffer();
  const number = acceptRequest(book, request, today);
  const issued = book.all('policies').filter(({ facts }) => facts.number === number);
  expect(issued.map(({ facts }) => policyFacts.parse(facts))).toMatchObject([
    { validFrom: '2026-12-23', validTo: '2027-12-22', premiumPerYear: 96_001, items: [{ kind: 'vehicle' }] },
  ]);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    ...{ cancelledOn: today, validTo: '2026-12-22', renews: false },
  });
  const planned = book.all('instalments').filter(({ facts }) => facts.policy === issued[0]?.key);
  expect(planned.map(({ facts }) => instalmentFacts.parse(facts).dueDate).slice(0, 2)).toEqual([
    '2026-12-23',
    '2027-01-23',
  ]);
  expect(planned.reduce((sum, { facts }) => sum + facts.amount, 0)).toBe(96_001);
  expect(acceptRequest(book, request, today)).toBe(number);
  expect(book.all('policies').filter(({ facts }) => facts.number === number)).toHaveLength(1);
});

test('CORE-10: an acceptance that is put back leaves policies, instalments and account as they were, and keeps what happened before it', () => {
  const book = bookToday();
  const customer = '1201741429';
  const earlier = requestAbout({
    ...{ id: 'r0', kind: 'cover', effectiveOn: '2026-12-01', premium: 90_000 },
    change: { ...noChange, act: 'deductible', deductible: 185_000 },
  });
  acceptRequest(book, earlier, today);
  runNextDay(book);
  const balance = () => book.of('ledger-entries', customer).reduce((sum, { facts }) => sum + facts.amount, 0);
  const charged = () => book.of('policies', customer).map(({ key }) => chargedOf(book, key));
  const said = () =>
    JSON.stringify(
      [
        ...book.of('policies', customer),
        ...book.of('instalments', customer).filter(({ facts }) => facts.cancelledAt === null),
      ].map(({ key, facts }) => [key, facts]),
    );
  const before = { said: said(), balance: balance(), charged: charged() };
  for (const change of [
    { id: 'r1', kind: 'cancel', effectiveOn: '2026-11-21', premium: 0, change: noChange },
    {
      ...{ id: 'r2', kind: 'cover', effectiveOn: '2026-11-25', premium: 99_000 },
      change: { ...noChange, act: 'deductible', deductible: 140_000 },
    },
  ]) {
    const { undo } = acceptWithUndo(book, requestAbout(change));
    expect([said(), balance()]).not.toEqual([before.said, before.balance]);
    putBack(book, undo);
    expect([said(), balance(), charged()]).toEqual([before.said, before.balance, before.charged]);
  }
  const product = requestAbout({
    ...{ id: 'r3', kind: 'cover', effectiveOn: '2026-11-25', premium: 104_880 },
    change: { ...noChange, act: 'other', product: 'windscreen' },
  });
  const { policyNumber, undo } = acceptWithUndo(book, product);
  putBack(book, undo);
  const issued = policyFacts.parse(book.policy(policyNumber ?? '')?.facts);
  expect(issued).toMatchObject({ cancelledOn: book.state.today, renews: false, validTo: issued.validFrom });
  const due = book.of('instalments', customer).filter(({ facts }) => facts.policy === 'product-r3');
  expect(due.length).toBeGreaterThan(0);
  expect(due.filter(({ facts }) => facts.cancelledAt === null)).toEqual([]);
});

test('CORE-10: an offer that was put back can be accepted again, and then its policy covers and is charged', () => {
  const book = bookToday();
  const offer = acceptedOffer({ policy: null });
  putBack(book, acceptWithUndo(book, offer).undo);
  expect(owedBy(book)).toBe(owedBy(bookToday()));
  const again = openBook({
    ...{ today, openedOn: today, policyNumber: '9100002' },
    records: [...book.all('customers'), ...book.all('policies'), ...book.all('instalments')],
    lives: book.lives.added(),
  });
  const number = acceptRequest(again, offer, today) ?? '';
  expect(number).toBe('9100002');
  expect(again.policy(number)?.facts).toMatchObject({ cancelledOn: null, validTo: '2027-12-22' });
  expect(owedBy(again) - owedBy(book)).toBe(96_001);
});
