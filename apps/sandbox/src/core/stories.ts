import type { Facts } from '@hofn/contracts';
import { demoPrivacy, demoRows } from '@hofn/database/seed/demo.ts';
import type { AnyRecord, BookType } from './book.ts';

type Rows = ReturnType<typeof demoRows>;

/** The number of a bank account that a story shows masked. */
const unmasked = (account: string | null | undefined) => account?.replace('••', '00') ?? null;

const texts = (is: string | null | undefined, en: string | null | undefined) =>
  is && en ? { is, en } : null;

const record = <Type extends BookType>(
  type: Type,
  key: string,
  { id, facts }: { id: string; facts: Facts<Type> },
): AnyRecord => ({ type, key, version: 1, facts, id, answeredVersion: 0 }) as unknown as AnyRecord;

const customerFacts = (row: Rows['customers'][number], rows: Rows): Facts<'customers'> => {
  const ssns = new Map(rows.customers.map(({ id, ssn }) => [id, ssn]));
  const { bank, bankLedger: ledger, bankAccount: account } = row;
  return {
    ssn: row.ssn,
    kind: row.kind,
    fullName: row.fullName,
    language: row.language ?? 'is',
    email: row.email ?? null,
    mobilePhone: row.mobilePhone ?? null,
    homePhone: row.homePhone ?? null,
    address: row.address ?? null,
    postalCode: row.postalCode ?? null,
    town: row.town ?? null,
    spouse: row.spouseSsn && row.spouseName ? { ssn: row.spouseSsn, fullName: row.spouseName } : null,
    loyaltyTier: row.loyaltyTier ?? null,
    paymentMethod: row.paymentMethod ?? null,
    instalmentLimit: row.instalmentLimit ?? null,
    bankAccount: bank && ledger && account ? { bank, ledger, account } : null,
    companies: rows.companyInvolvement
      .filter(({ customerId }) => customerId === row.id)
      .map(({ companyId, involvement, registeredOn, endedOn }) => ({
        company: ssns.get(companyId) ?? '',
        kind: involvement,
        registeredOn,
        endedOn: endedOn ?? null,
      })),
    consents: [],
    documentsFrom: null,
  };
};

const policyFacts = (row: Rows['policies'][number], ssn: string, rows: Rows): Facts<'policies'> => {
  const isOwn = (part: { customerId: string; policyId: string }) =>
    part.customerId === row.customerId && part.policyId === row.id;
  return {
    customer: ssn,
    number: row.number,
    product: row.productId,
    insured: texts(row.insuredIs, row.insuredEn),
    premiumPerYear: row.premiumPerYear,
    deductible: row.deductible ?? null,
    sumInsured: row.sumInsured ?? null,
    validFrom: row.validFrom,
    validTo: row.validTo,
    renews: row.renews ?? true,
    cancelledOn: row.cancelledOn ?? null,
    lapsedOn: row.lapsedOn ?? null,
    suspendedOn: row.suspendedOn ?? null,
    instalmentsPerYear: row.instalmentsPerYear as Facts<'policies'>['instalmentsPerYear'],
    instalmentFeePercent: row.instalmentFeePercent ?? 0,
    terms: row.termsCodes ?? [],
    items: rows.policyItems.filter(isOwn).map(({ id, kind, nameIs, nameEn, facts }) => ({
      ...{ id, kind, name: { is: nameIs, en: nameEn } },
      facts: (facts ?? {}) as Facts<'policies'>['items'][number]['facts'],
    })),
    covers: rows.policyCovers.filter(isOwn).map(({ id, sumInsured, deductible }) => ({
      id,
      sumInsured: sumInsured ?? null,
      deductible: deductible ?? null,
    })),
    premiumParts: rows.premiumParts.filter(isOwn).map(({ id, amount }) => ({ id, amount })),
    figures: (rows.policyFigures.find(isOwn)?.figures as Facts<'policies'>['figures'] | undefined) ?? null,
  };
};

const claimFacts = (
  row: Rows['claims'][number],
  { ssn, policy, rows }: { ssn: string; policy: string | null; rows: Rows },
): Facts<'claims'> => {
  const isOwn = (part: { customerId: string; claimId: string }) =>
    part.customerId === row.customerId && part.claimId === row.id;
  return {
    customer: ssn,
    claim: null,
    number: row.number,
    policy,
    title: { is: row.titleIs, en: row.titleEn },
    status: row.status,
    dateOfLoss: row.dateOfLoss,
    place: row.place ?? null,
    line: row.line ?? null,
    reportedAt: row.reportedAt ?? null,
    lossAmount: row.lossAmount ?? null,
    compensation: row.compensation ?? null,
    handler: row.handlerName ? { name: row.handlerName, phone: row.handlerPhone ?? null } : null,
    needs: (row.needs as Facts<'claims'>['needs'] | null | undefined) ?? [],
    needsBy: row.needsBy ?? null,
    nextBy: row.nextBy ?? null,
    events: rows.claimEvents
      .filter(isOwn)
      .map(({ sequence, status, at, role, name, noteIs, noteEn, ...event }) => ({
        ...{ sequence, status: status ?? null, at, role, name: name ?? null, note: texts(noteIs, noteEn) },
        lossAmount: event.lossAmount ?? null,
        compensation: event.compensation ?? null,
      })),
    payments: rows.claimPayments
      .filter(isOwn)
      .map(({ id, titleIs, titleEn, recipient, amount, state, ...payment }) => ({
        ...{ id, title: { is: titleIs, en: titleEn }, recipient, amount, state },
        paidOn: payment.paidOn ?? null,
        account: unmasked(payment.account),
      })),
  };
};

/**
 * The facts with which the demo's book opens: the customers of the stories with their policies, accounts and claims, as
 * of a day. A customer whose data is erased at the first start is left out.
 */
export const openingRecords = (today: string): AnyRecord[] => {
  const rows = demoRows(today);
  const erased = new Set(
    demoPrivacy()
      .filter(({ kind, granted }) => kind === 'erasure' && granted)
      .map(({ customerId }) => customerId),
  );
  const kept = rows.customers.filter(({ id }) => !erased.has(id));
  const ssns = new Map(kept.map(({ id, ssn }) => [id, ssn]));
  const policyKeys = new Map(rows.policies.map(({ id, number }) => [id, `policy-${number}`]));
  const policyOf = (id: string | null | undefined) => (id ? (policyKeys.get(id) ?? null) : null);
  const ofKept = <Row extends { customerId: string }, Result>(
    list: readonly Row[],
    make: (row: Row, ssn: string) => Result,
  ): Result[] =>
    list.flatMap((row) => {
      const ssn = ssns.get(row.customerId);
      return ssn === undefined ? [] : [make(row, ssn)];
    });
  return [
    // Companies first: persons name those that they are involved in.
    ...kept
      .map((row, index) => ({ row, key: `customer-${index + 1}` }))
      .toSorted((a, b) => Number(b.row.kind === 'company') - Number(a.row.kind === 'company'))
      .map(({ row, key }) => record('customers', key, { id: row.id, facts: customerFacts(row, rows) })),
    ...ofKept(rows.policies, (row, ssn) =>
      record('policies', `policy-${row.number}`, { id: row.id, facts: policyFacts(row, ssn, rows) }),
    ),
    ...ofKept(rows.instalments, ({ customerId: _, id, policyId, paymentId: __, ...row }, ssn) =>
      record('instalments', `instalment-${id}`, {
        id,
        facts: {
          customer: ssn,
          policy: policyOf(policyId),
          sequence: row.sequence,
          sequenceOf: row.sequenceOf,
          dueDate: row.dueDate,
          finalDueDate: row.finalDueDate,
          amount: row.amount,
          penaltyInterest: row.penaltyInterest ?? 0,
          fees: row.fees ?? 0,
          method: row.method,
          paidAt: row.paidAt ?? null,
          refusedAt: row.refusedAt ?? null,
          cancelledAt: row.cancelledAt ?? null,
          lapsesOn: row.lapsesOn ?? null,
        },
      }),
    ),
    ...ofKept(rows.transactions, ({ id, policyId, bookedOn, sequence, type, amount, ...row }, ssn) =>
      record('ledger-entries', `entry-${id}`, {
        id,
        facts: {
          ...{ customer: ssn, policy: policyOf(policyId), bookedOn, sequence, type, amount },
          description: { is: row.descriptionIs, en: row.descriptionEn },
          payment: null,
        },
      }),
    ),
    ...ofKept(rows.claims, (row, ssn) =>
      record('claims', `claim-${row.number}`, {
        id: row.id,
        facts: claimFacts(row, { ssn, policy: policyOf(row.policyId), rows }),
      }),
    ),
  ];
};
