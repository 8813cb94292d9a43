import { addBulkRows } from '@hofn/database/seed/bulk/customers.ts';
import { addHistory } from '@hofn/database/seed/bulk/history.ts';
import { noRows } from '@hofn/database/seed/policy.ts';

/** A line of an import before it is written as JSON. */
export type Line = {
  type: string;
  key: string;
  version: number;
  facts: Record<string, unknown>;
};

type Given = Record<string, unknown> & { id?: string };

// The others belong to Höfn, or have another form.
const customerFields = [
  ...['ssn', 'kind', 'fullName', 'language', 'email', 'mobilePhone', 'homePhone', 'address', 'postalCode'],
  ...['town', 'loyaltyTier', 'paymentMethod', 'instalmentLimit'],
];

const text = (is: unknown, en: unknown) => (is === null || is === undefined ? null : { is, en });

/** The kennitala of the company at a place: its day is forty more than one of a person. */
const companySsn = (place: number): string =>
  `${41 + (place % 28)}${String(1 + (Math.floor(place / 28) % 12)).padStart(2, '0')}${String(Math.floor(place / 336)).padStart(5, '0')}9`;

/**
 * Facts of generated customers as a core system would send them: with policies and their parts, instalments, and ledger
 * entries. Never generates the same customer twice for one seed.
 */
export const generatedLines = ({
  from,
  to,
  seed = 7,
  today = '2026-11-21',
}: {
  from: number;
  to: number;
  seed?: number;
  today?: string;
}): Line[] => {
  const rows = noRows();
  addBulkRows(rows, seed, { from, to }, today);
  addHistory(rows, today);
  const given = rows as unknown as Record<keyof typeof rows, Given[]>;
  const ssnOf = new Map(
    given.customers.map(({ id, ssn, kind }, place) => [
      id,
      kind === 'company' ? companySsn(from + place) : ssn,
    ]),
  );
  const partsOf = (parts: Given[]) =>
    Map.groupBy(parts, ({ customerId, policyId }) => `${customerId} ${policyId}`);
  const items = partsOf(given.policyItems);
  const covers = partsOf(given.policyCovers);
  const premiumParts = partsOf(given.premiumParts);
  const companies = Map.groupBy(given.companyInvolvement, ({ customerId }) => customerId);
  const line = (type: string, { id = '', customerId = '' }: Given, facts: Given): Line => ({
    type,
    key: `${type[0]}-${customerId}${id}`,
    version: 1,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
  });
  return [
    ...given.customers.map((row) => {
      const { id, spouseSsn, spouseName, bank, bankLedger, bankAccount } = row;
      return line('customers', row, {
        ...Object.fromEntries(customerFields.map((field) => [field, row[field]])),
        ssn: ssnOf.get(id),
        ...(spouseSsn ? { spouse: { ssn: spouseSsn, fullName: spouseName } } : {}),
        ...(bank ? { bankAccount: { bank, ledger: bankLedger, account: bankAccount } } : {}),
        companies: (companies.get(id) ?? []).map(
          ({ companyId, involvement, registeredOn, endedOn = null }) => ({
            company: ssnOf.get(String(companyId)),
            kind: involvement,
            registeredOn,
            endedOn,
          }),
        ),
      });
    }),
    ...given.policies.map((row) => {
      const { id, customerId, productId, insuredIs, insuredEn, termsCodes, ...facts } = row;
      const own = <Part>(parts: Map<string, Given[]>, as: (part: Given) => Part) =>
        (parts.get(`${customerId} ${id}`) ?? []).map(as);
      return line('policies', row, {
        ...facts,
        customer: ssnOf.get(String(customerId)),
        product: productId,
        insured: text(insuredIs, insuredEn),
        terms: termsCodes,
        items: own(items, ({ id: item, kind, nameIs, nameEn, facts: about }) => ({
          ...{ id: item, kind, facts: about },
          name: text(nameIs, nameEn),
        })),
        covers: own(covers, ({ id: cover, sumInsured, deductible }) => ({
          id: cover,
          sumInsured,
          deductible,
        })),
        premiumParts: own(premiumParts, ({ id: part, amount }) => ({ id: part, amount })),
      });
    }),
    ...given.instalments.map((row) => {
      const { id: _, customerId, policyId, ...facts } = row;
      delete facts.paymentId;
      return line('instalments', row, {
        ...facts,
        customer: ssnOf.get(String(customerId)),
        policy: policyId ? `p-${customerId}${policyId}` : null,
      });
    }),
    ...given.transactions.map((row) => {
      const { id: _, customerId, policyId, descriptionIs, descriptionEn, ...facts } = row;
      return line('ledger-entries', row, {
        ...facts,
        customer: ssnOf.get(String(customerId)),
        policy: policyId ? `p-${customerId}${policyId}` : null,
        description: text(descriptionIs, descriptionEn),
      });
    }),
  ];
};
