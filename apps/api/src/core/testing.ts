/** Facts as a core system sends them. For tests only. */

export const ragnar = {
  ssn: '0101851429',
  kind: 'person',
  fullName: 'Ragnar Prófsson',
  language: 'en',
  email: 'ragnar@example.is',
  mobilePhone: '6150077',
  bankAccount: { bank: '0133', ledger: '26', account: '007007' },
};

export const carPolicy = {
  customer: ragnar.ssn,
  number: '7000001',
  product: 'kasko',
  insured: { is: 'Skoda Enyaq, ÞB E77', en: 'Skoda Enyaq, ÞB E77' },
  premiumPerYear: 90_000,
  deductible: 140_000,
  validFrom: '2026-11-01',
  validTo: '2027-10-31',
  instalmentsPerYear: 12,
  instalmentFeePercent: 2.25,
  terms: ['BK10'],
  items: [
    {
      id: '1',
      kind: 'vehicle',
      name: { is: 'Skoda Enyaq', en: 'Skoda Enyaq' },
      facts: { plate: 'ÞB E77', year: 2023, use: { is: 'Einkanot', en: 'Private' } },
    },
  ],
  covers: [{ id: 'collision' }, { id: 'rental', sumInsured: 150_000, deductible: 0 }],
  premiumParts: [
    { id: 'base', amount: 100_000 },
    { id: 'loyalty', amount: -10_000 },
  ],
};

export const decemberInstalment = {
  customer: ragnar.ssn,
  policy: 'policy-1',
  sequence: 2,
  sequenceOf: 12,
  dueDate: '2026-12-01',
  finalDueDate: '2026-12-15',
  amount: 7_500,
  method: 'claim',
};

export const novemberEntry = {
  customer: ragnar.ssn,
  policy: 'policy-1',
  bookedOn: '2026-11-01',
  sequence: 1,
  type: 'premium',
  description: { is: 'Iðgjald, 1. greiðsla af 12', en: 'Premium, instalment 1 of 12' },
  amount: 7_500,
};
