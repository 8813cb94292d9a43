import { type CoreRequest, policyFacts } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { expect, test } from 'vitest';
import { type AnyRecord, type Book, openBook } from '../book.ts';
import { acceptRequest, acceptWithUndo, putBack } from '../requests.ts';
import { noonOf } from './accounts.ts';
import { runNextDay } from './day.ts';

const today = '2026-12-01';
const customer = '1201741429';

/** A customer with insurance of a vehicle for 1000 kr. a day until the end of June, paid in full in July. */
const openPaid = (product: string): Book => {
  const days = { validFrom: '2026-07-01', validTo: '2027-06-30' };
  const policy = {
    ...{ customer, number: '801', product, insured: null, premiumPerYear: 365_000, ...days, renews: true },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null, deductible: 90_000, sumInsured: null },
    ...{ instalmentsPerYear: 1, instalmentFeePercent: 0, terms: [], items: [], covers: [], figures: null },
    premiumParts: [{ id: 'base', amount: 365_000 }],
  };
  const instalment = {
    ...{ customer, policy: 'p', sequence: 1, sequenceOf: 1, dueDate: days.validFrom, method: 'ccard' },
    ...{ finalDueDate: '2026-07-15', amount: 365_000, penaltyInterest: 0, fees: 0 },
    ...{ paidAt: noonOf(days.validFrom), refusedAt: null, cancelledAt: null, lapsesOn: null },
  };
  const facts = { ssn: customer, kind: 'person', fullName: 'Prófari', paymentMethod: 'ccard' };
  const records = [
    { type: 'customers', key: 'c', version: 1, facts },
    { type: 'policies', key: 'p', version: 1, facts: policy },
    { type: 'instalments', key: 'i', version: 1, facts: instalment },
  ] as unknown as AnyRecord[];
  return openBook({ today, openedOn: today, records });
};

const requestOf = (kind: CoreRequest['kind'], effectiveOn: string): CoreRequest =>
  ({
    ...{ id: `${kind} ${effectiveOn}`, kind, effectiveOn, customer: { ssn: customer }, premium: 365_000 },
    ...{ policy: { id: 'p1', number: '801' }, change: null, figures: null, offer: null },
  }) as unknown as CoreRequest;

const accept = (book: Book, kind: CoreRequest['kind'], effectiveOn: string): void => {
  acceptRequest(book, requestOf(kind, effectiveOn), book.state.today);
};

const passTo = (book: Book, day: string): void => {
  while (book.state.today < day) runNextDay(book);
};

/** What the account says: the day, what was booked, and how much. */
const booked = (book: Book) =>
  book.of('ledger-entries', customer).map(({ facts }) => [facts.bookedOn, facts.type, facts.amount]);

/** What is still to be paid, by due date. */
const toPay = (book: Book) =>
  book
    .of('instalments', customer)
    .filter(({ facts }) => facts.paidAt === null && facts.cancelledAt === null)
    .map(({ facts }) => [facts.dueDate, facts.amount]);

const policyOf = (book: Book) => policyFacts.parse(book.policy('801')?.facts);

/** Days from 11 December to the end of the period. */
const daysLeft = 202;

test.each([
  ['motor-liability', 100],
  ['okuvisir', 100],
  ['kasko', 75],
])(
  'ACT-3, INS-4: a suspension of %s that was paid in full returns %i %% of its days at once, and says so',
  (product, percent) => {
    const book = openPaid(product);
    accept(book, 'suspend', '2026-12-11');
    const back = Math.round((daysLeft * 1000 * percent) / 100);
    expect(booked(book)).toEqual([
      [today, 'premium', -back],
      [today, 'refund', back],
    ]);
    expect(book.of('ledger-entries', customer)[0]?.facts.description).toEqual({
      is: 'Iðgjald fellur niður á meðan tryggingin er í biðstöðu',
      en: 'Premium no longer charged while suspended',
    });
    expect(policyOf(book)).toMatchObject({ suspendedOn: '2026-12-11', premiumPerYear: 365_000 });
    // Asked for again, when the answer did not arrive.
    accept(book, 'suspend', '2026-12-11');
    expect(booked(book)).toHaveLength(2);
  },
);

test('ACT-3, INS-4: a suspension of one day returns that day, and one that is resumed on its first day never was', () => {
  const ofOneDay = openPaid('motor-liability');
  accept(ofOneDay, 'suspend', '2026-12-11');
  accept(ofOneDay, 'resume', '2026-12-12');
  expect(toPay(ofOneDay)).toEqual([['2026-12-15', (daysLeft - 1) * 1000]]);
  passTo(ofOneDay, '2026-12-11');
  expect(policyOf(ofOneDay).suspendedOn).toBe('2026-12-11');
  passTo(ofOneDay, '2026-12-12');
  expect(policyOf(ofOneDay).suspendedOn).toBeNull();

  const takenBack = openPaid('motor-liability');
  accept(takenBack, 'suspend', '2026-12-11');
  accept(takenBack, 'resume', '2026-12-11');
  expect(policyOf(takenBack).suspendedOn).toBeNull();
  expect(toPay(takenBack)).toEqual([['2026-12-15', daysLeft * 1000]]);
});

test('ACT-3, INS-4: a renewal keeps a policy suspended and charges nothing, and once resumed it is charged by day', () => {
  const book = openPaid('motor-liability');
  accept(book, 'suspend', '2026-12-11');
  passTo(book, '2027-08-15');
  expect(policyOf(book)).toMatchObject({ suspendedOn: '2026-12-11', validTo: '2028-06-30' });
  expect([toPay(book), booked(book)]).toEqual([[], expect.objectContaining({ length: 2 })]);
  accept(book, 'resume', '2027-09-01');
  // Of a year with a leap day, from 1 September.
  const charge = Math.round((policyOf(book).premiumPerYear * 304) / 366);
  expect(toPay(book)).toEqual([['2027-09-01', charge]]);
  passTo(book, '2027-09-01');
  expect(policyOf(book).suspendedOn).toBeNull();
});

test('ACT-3, INS-4: a policy that is cancelled while it is suspended returns nothing twice, and is not resumed after its end', () => {
  const book = openPaid('motor-liability');
  accept(book, 'suspend', '2026-12-11');
  passTo(book, '2026-12-20');
  accept(book, 'cancel', '2027-02-01');
  expect(booked(book)).toHaveLength(2);
  expect(policyOf(book)).toMatchObject({ suspendedOn: '2026-12-11', validTo: '2027-01-31', renews: false });
  accept(book, 'resume', '2027-02-10');
  expect([booked(book).length, toPay(book)]).toEqual([2, []]);
});

test('INS-1, INS-4: a change for a day of the suspension that becomes known later costs nothing until the policy is resumed', () => {
  const book = openPaid('motor-liability');
  accept(book, 'suspend', '2026-12-11');
  accept(book, 'resume', '2027-03-01');
  const [[dueDate, amount] = ['', 0]] = toPay(book);
  // 122 days from 1 March.
  expect([dueDate, amount]).toEqual(['2027-03-01', 122_000]);
  const change = { act: 'deductible', deductible: 60_000 };
  const dearer = { ...requestOf('cover', '2027-01-01'), premium: 730_000, change } as unknown as CoreRequest;
  acceptRequest(book, dearer, today);
  expect(toPay(book)).toEqual([['2027-03-01', 244_000]]);
});

test('CORE-10: a suspension and its end that are put back leave the account and the instalments as they were', () => {
  const book = openPaid('kasko');
  const { undo } = acceptWithUndo(book, requestOf('suspend', '2026-12-11'));
  const again = acceptWithUndo(book, requestOf('resume', addDays(today, 30)));
  putBack(book, again.undo);
  expect([policyOf(book).suspendedOn, toPay(book)]).toEqual(['2026-12-11', []]);
  putBack(book, undo);
  expect(policyOf(book).suspendedOn).toBeNull();
  expect(booked(book).reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(0);
});

test('INS-8: a policy of an earlier release tells its suspension that is over with the next day’s work', () => {
  const book = openPaid('motor-liability');
  accept(book, 'suspend', '2026-12-11');
  accept(book, 'resume', '2026-12-16');
  passTo(book, '2026-12-20');
  const suspensions = [{ from: '2026-12-11', to: '2026-12-15' }];
  expect(policyOf(book)).toMatchObject({ suspensions });
  const records = (['customers', 'policies', 'instalments', 'ledger-entries'] as const)
    .flatMap((type): AnyRecord[] => book.all(type) as AnyRecord[])
    .map((record) => {
      if (record.type !== 'policies') return record;
      const { suspensions: _, ...facts } = record.facts;
      return { ...record, facts } as AnyRecord;
    });
  const lives = { versions: book.lives.versions('p'), charges: book.lives.charges('p') };
  const { today: now, openedOn } = book.state;
  const before = openBook({ today: now, openedOn, records, lives, unposted: new Set() });
  expect(policyOf(before).suspensions).toBeUndefined();
  const { version = 0 } = before.policy('801') ?? {};
  passTo(before, '2026-12-21');
  expect(policyOf(before)).toMatchObject({ suspensions });
  expect(before.policy('801')?.version).toBe(version + 1);
  passTo(before, '2026-12-23');
  expect(before.policy('801')?.version).toBe(version + 1);
});
