import type { AskedPlan, CoreRequest, Facts } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { insuranceCustomers } from '@hofn/database/schema/insurance.ts';
import { temporarySsn } from '@hofn/database/seed/bulk/identifiers.ts';
import { addDays, addMonths } from '@hofn/domain';
import { isOwed, totalOf } from '@hofn/insurance/billing/instalment.ts';
import type { AnyRecord, Book } from '../book.ts';
import { bookEntry, noonOf } from '../bookkeeping/accounts.ts';
import { bookPortalPayment } from '../bookkeeping/billing.ts';
import { knownDebt } from '../bookkeeping/payment-plan.ts';
import { emptyInsurance, fillInsurance } from '../opening.ts';
import { acceptRequest, acceptWithUndo, putBack } from '../requests.ts';
import { loadBooks } from '../store/books.ts';
import { moveCalendar, readCalendar } from '../store/calendar.ts';
import { groupsOf } from '../store/ledger.ts';
import { inBook, nextPolicyNumber, workPortion } from '../store/work.ts';
import { liveClaims } from './claims.ts';

/** With what a life begins. */
export type Beginning = {
  today: string;
  method: Facts<'instalments'>['method'];
  /** Instalments for all policies that are still to come; -1 for none at all. */
  shared: number;
  /** Whether the last instalment for all policies was not paid. */
  isBehind: boolean;
  policies: ReadonlyArray<{
    product: 'kasko' | 'motor-liability' | 'windscreen' | 'home';
    premium: number;
    /** Days from the beginning to the end of its period. */
    daysLeft: number;
    renews: boolean;
    instalmentsPerYear: Facts<'policies'>['instalmentsPerYear'];
    /** Default: no limit. */
    sumInsured?: number | null;
  }>;
};

export const ssn = temporarySsn(1, 1);

const customerRecord = (method: Beginning['method']): AnyRecord =>
  ({
    ...{ type: 'customers', key: 'c', version: 1 },
    facts: { ssn, kind: 'person', fullName: 'Prófari', paymentMethod: method },
  }) as unknown as AnyRecord;

const policyRecords = ({ today, policies }: Beginning): AnyRecord[] =>
  policies.map(
    ({ product, premium, daysLeft, renews, instalmentsPerYear, sumInsured = null }, index) =>
      ({
        ...{ type: 'policies', key: `p${index}`, version: 1 },
        facts: {
          ...{ customer: ssn, number: `80${index}`, product, insured: null, premiumPerYear: premium },
          ...{ deductible: 90_000, sumInsured, renews, instalmentsPerYear, instalmentFeePercent: 0 },
          validFrom: addMonths(addDays(today, daysLeft + 1), -12),
          ...{ validTo: addDays(today, daysLeft), cancelledOn: null, lapsedOn: null, suspendedOn: null },
          ...{ terms: [], covers: [], figures: null },
          items: [
            {
              ...{ id: '1', kind: 'vehicle', name: { is: 'Bíll', en: 'Car' } },
              facts: { plate: 'AB C12' },
            },
          ],
          premiumParts: [
            { id: 'base', amount: premium - Math.floor(premium / 3) },
            { id: 'catastrophe', amount: Math.floor(premium / 3) },
          ],
        },
      }) as unknown as AnyRecord,
  );

/** Twelve monthly instalments for all policies, of which some are still to come. */
const sharedRecords = ({ today, shared, method, policies, isBehind }: Beginning): AnyRecord[] => {
  const amount = Math.round(policies.reduce((sum, { premium }) => sum + premium, 0) / 12);
  if (shared < 0 || amount === 0) return [];
  return Array.from({ length: 12 }, (_, index) => {
    const dueDate = addMonths(`${today.slice(0, 8)}01`, index - 11 + shared);
    const isPast = dueDate <= today;
    const isMissed = isBehind && isPast && addMonths(dueDate, 1) > today;
    const facts = {
      ...{ customer: ssn, policy: null, sequence: index + 1, sequenceOf: 12, dueDate, method },
      ...{ finalDueDate: addDays(dueDate, 14), amount, penaltyInterest: 0, fees: 0 },
      ...{ paidAt: isPast && !isMissed ? noonOf(dueDate) : null },
      ...{ refusedAt: null, cancelledAt: null, lapsesOn: null },
    };
    return { type: 'instalments', key: `s${index}`, version: 1, facts } as AnyRecord;
  });
};

/** The records of a customer whose life begins so. */
export const recordsOf = (beginning: Beginning): AnyRecord[] => [
  customerRecord(beginning.method),
  ...policyRecords(beginning),
  ...sharedRecords(beginning),
];

/** The book of the only customer. */
export const readBook = async (db: Db): Promise<Book> => {
  const { customer, workedOn } = insuranceCustomers;
  const rows = await db.select({ customer, workedOn }).from(insuranceCustomers);
  const { openedOn } = await readCalendar(db);
  const [loaded] = await loadBooks(db, rows, { openedOn });
  if (!loaded) throw new Error('The life has no customer');
  return loaded.book;
};

/** A customer of the core, whose days pass and who asks for changes. */
export const beginLife = async (db: Db, beginning: Beginning) => {
  const { today } = beginning;
  const records = recordsOf(beginning);
  await db.transaction(async (tx) => {
    await emptyInsurance(tx);
    await fillInsurance(tx, { today, openedOn: today, hasDemoHandler: true, records }, { isSent: true });
  });
  let requests = 0;

  const work = <Result>(what: (book: Book) => Result): Promise<Result> =>
    db.transaction(async (tx) => {
      const done = await inBook(tx, ssn, what, await nextPolicyNumber(tx));
      if (!done) throw new Error('The life has no customer');
      return done.result;
    });

  const requestOf = (book: Book, about: Asked): CoreRequest => {
    const { at, inDays, times, ...asked } = about;
    const policies = book.of('policies', ssn);
    const policy = policies[at % policies.length]?.facts;
    const day = addDays(book.state.today, inDays);
    requests += 1;
    return {
      ...{ id: `r${requests}`, customer: { ssn }, figures: null, change: null, offer: null },
      premium: Math.round((policy?.premiumPerYear || 50_000) * (times ?? 0)),
      // Nobody can ask for a day before the period.
      effectiveOn: policy && day < policy.validFrom && asked.kind !== 'offer' ? policy.validFrom : day,
      policy: policy ? { id: `id${at}`, number: policy.number } : null,
      ...asked,
      ...(asked.offer && { offer: { ...asked.offer, number: String(requests) } }),
    } as unknown as CoreRequest;
  };

  return {
    db,
    claims: liveClaims(db, ssn),
    book: () => readBook(db),
    groups: () => groupsOf(db, ssn),
    /** Days pass, with the work of each. */
    pass: async (days: number): Promise<void> => {
      const { today: now } = await readCalendar(db);
      await moveCalendar(db, addDays(now, days));
      const { faults } = await workPortion(db, 50);
      for (const { error } of faults) throw error;
    },
    /** A request is accepted, and again when its outcome did not arrive. */
    accept: (asked: Asked): Promise<void> =>
      work((book) => {
        const request = requestOf(book, asked);
        const number = acceptRequest(book, request, book.state.today);
        const since = [book.remember(), book.lives.remember()] as const;
        if (acceptRequest(book, request, book.state.today) !== number) throw new Error('Accepted twice');
        if (since[0]().length > 0 || since[1]().versions.length > 0) throw new Error('Changed twice');
      }),
    /** The customer gets other days to pay what is due, if the terms allow it, and once. @returns whether they did */
    plan: (choice: AskedPlan['choice'], isPutBack: boolean): Promise<boolean> =>
      work((book) => {
        requests += 1;
        const change = { plan: { choice, total: 0 } };
        if (!knownDebt(book, ssn, change.plan).isPossible) return false;
        const request = { id: `r${requests}`, kind: 'plan', customer: { ssn }, policy: null, change };
        const { undo } = acceptWithUndo(book, request as unknown as CoreRequest);
        const since = book.remember();
        acceptRequest(book, request as unknown as CoreRequest, book.state.today);
        if (since().length > 0) throw new Error('Agreed twice');
        if (isPutBack) putBack(book, JSON.parse(JSON.stringify(undo)));
        return true;
      }),
    /** A request is accepted, and put back since the customer was faster. */
    acceptAndPutBack: async (asked: Asked): Promise<void> => {
      const undo = await work((book) => acceptWithUndo(book, requestOf(book, asked)).undo);
      await work((book) => putBack(book, JSON.parse(JSON.stringify(undo))));
    },
    /** The customer pays what is owed, or the oldest of it. */
    pay: (isEverything: boolean): Promise<void> =>
      work((book) => {
        const owed = book
          .of('instalments', ssn)
          .filter((each) => isOwed(each.facts) && each.facts.dueDate <= addDays(book.state.today, 14))
          .toSorted((one, other) => (one.facts.dueDate < other.facts.dueDate ? -1 : 1));
        requests += 1;
        const instalments = isEverything ? owed : owed.slice(0, 1);
        bookPortalPayment(book, { paymentId: `pay${requests}`, instalments }, book.state.today);
      }),
    /** The bank takes the last payment back. */
    bounce: (): Promise<void> =>
      work((book) => {
        const paid = book
          .of('instalments', ssn)
          .filter(({ facts }) => facts.paidAt !== null && facts.dueDate <= book.state.today)
          .toSorted((one, other) => (one.facts.dueDate < other.facts.dueDate ? -1 : 1))
          .at(-1);
        if (!paid || book.get('ledger-entries', `bounced-${paid.key}`)) return;
        book.put('instalments', paid.key, { ...paid.facts, paidAt: null, fees: 0, penaltyInterest: 0 });
        bookEntry(book, `bounced-${paid.key}`, {
          ...{ customer: ssn, policy: null, bookedOn: book.state.today, cause: 'payment' },
          ...{ amount: totalOf(paid.facts), description: { is: 'Bakfært', en: 'Reversed' } },
        });
      }),
  };
};
export type Life = Awaited<ReturnType<typeof beginLife>>;

/** What is asked for, of which policy of the customer, and from which day. */
export type Asked = {
  at: number;
  inDays: number;
  kind: CoreRequest['kind'];
  /** The premium of an offer. */
  premium?: number;
  /** The premium of a change, as a multiple of the policy's. */
  times?: number;
  change?: object | null;
  figures?: object | null;
  offer?: object | null;
  policy?: null;
};
