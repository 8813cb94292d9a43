/** One person and one company with something on every screen, as a core system sends them. For tests only. */

const text = (is: string, en: string) => ({ is, en });
const ssn = '0101851429';
const companySsn = '5001141499';
const period = { validFrom: '2026-05-01', validTo: '2027-04-30', instalmentsPerYear: 12 };
const base = (amount: number) => ({ premiumPerYear: amount, premiumParts: [{ id: 'base', amount }] });

const policies = {
  car: {
    ...{ customer: ssn, number: '7000001', product: 'kasko', ...period, deductible: 140_000 },
    premiumPerYear: 90_000,
    premiumParts: [
      { id: 'base', amount: 100_000 },
      { id: 'loyalty-gold', amount: -10_000 },
    ],
    insured: text('Skoda Enyaq, ÞB E77', 'Skoda Enyaq, ÞB E77'),
    terms: ['BK10', 'YY10'],
    covers: [{ id: 'theft-and-vandalism', sumInsured: 5_000_000, deductible: 140_000 }],
    suspensions: [{ from: '2026-06-01', to: '2026-06-30' }],
    nextPeriod: {
      ...{ from: '2027-05-01', premiumPerYear: 91_500 },
      causes: [
        { id: 'index', amount: 2_000 },
        { id: 'unexplained', amount: -500 },
      ],
    },
    earlierCover: [{ from: '2026-05-01', to: '2026-07-31', deductible: 90_000, covers: [] }],
    items: [
      {
        ...{ id: '1', kind: 'vehicle', name: text('Skoda Enyaq', 'Skoda Enyaq') },
        facts: { plate: 'ÞB E77', year: 2023 },
      },
    ],
  },
  travel: {
    ...{ customer: ssn, number: '7000002', product: 'travel', ...period, ...base(24_000), terms: ['GT20'] },
    covers: [{ id: 'medical-costs-abroad', sumInsured: 15_000_000, deductible: 20_000 }],
    items: [
      { id: '1', kind: 'trip', name: text('Ferðir', 'Trips'), facts: { longestTrip: 92 } },
      { id: '2', kind: 'person', name: text('Birta', 'Birta'), facts: { born: '2015-02-03' } },
    ],
  },
  // An earlier one, with all that can end it.
  ended: {
    ...{ customer: ssn, number: '6000001', product: 'home', ...period, ...base(50_000), renews: false },
    ...{ sumInsured: 20_000_000, validTo: '2026-10-31', suspendedOn: '2026-09-01', lapsedOn: '2026-10-01' },
    cancelledOn: '2026-10-15',
  },
  liability: {
    ...{ customer: companySsn, number: '7000003', product: 'business-liability', ...period },
    ...base(300_000),
    figures: { activity: 'trade', payroll: 90_000_000, staff: 8, turnover: 300_000_000, foreignShare: 0 },
  },
  personal: {
    ...{ customer: companySsn, number: '7000004', product: 'employee-accident', ...period },
    ...base(200_000),
    figures: { agreement: 'general', occupation: 'trade', manYears: 7.5, allDay: false },
  },
  trips: {
    ...{ customer: companySsn, number: '7000005', product: 'company-travel', ...period },
    ...base(100_000),
    figures: { travellers: 4, nordic: 10, europe: 20, northAmerica: 0, world: 0, riskyWork: false },
  },
};

/** Claims with everything that a core can say of them: one decided and paid, one that waits for papers. */
const claimFacts: Array<[path: string, facts: object]> = [
  [
    'claims/collision',
    {
      ...{
        customer: ssn,
        number: 'TJ-1',
        policy: 'car',
        title: text('Árekstur', 'Collision'),
        line: 'vehicle',
      },
      ...{ status: 'approved', dateOfLoss: '2026-11-02', lossAmount: 400_000, compensation: 260_000 },
      ...{ place: 'Hafnarbraut, Höfn', reportedAt: '2026-11-03T09:00:00Z', nextBy: '2026-12-01' },
      handler: { name: 'Prófa Fulltrúadóttir', phone: '4801234' },
      events: [
        { sequence: 0, at: '2026-11-03T09:00:00Z', role: 'customer', name: 'Ragnar Prófsson' },
        {
          ...{ sequence: 1, status: 'approved', at: '2026-11-10T09:00:00Z', role: 'handler' },
          ...{ lossAmount: 400_000, compensation: 260_000 },
          note: text('Við greiðum viðgerðina.', 'We pay for the repair.'),
        },
      ],
      payments: [
        {
          ...{ id: 'repair', title: text('Viðgerð', 'Repair'), recipient: 'Verkstæðið', amount: 260_000 },
          ...{ state: 'paid', paidOn: '2026-11-12', account: '0133-26-004410' },
        },
        {
          ...{
            id: 'towing',
            title: text('Dráttarbíll', 'Towing'),
            recipient: 'Dráttarbílar',
            amount: 20_000,
          },
          ...{ state: 'returned', fault: text('Reikningi lokað', 'Account closed') },
        },
      ],
      covers: [
        {
          ...{ id: 'collision', title: text('Árekstur', 'Collision'), claimed: 400_000, loss: 400_000 },
          ...{ depreciation: 50_000, ownShare: 0, deductible: 90_000, payable: 260_000 },
        },
      ],
      decision: {
        ...{ decidedOn: '2026-11-10', by: 'Prófa Fulltrúadóttir', approvedBy: 'Prófunar Stjóri' },
        reasons: text('Við greiðum viðgerðina.', 'We pay for the repair.'),
        rules: '2026-2',
      },
      reserve: 260_000,
    },
  ],
  [
    'claims/theft',
    {
      ...{ customer: ssn, number: 'TJ-2', title: text('Þjófnaður', 'Theft'), dateOfLoss: '2026-11-15' },
      ...{ status: 'awaitingDocuments', needs: [text('Kvittun', 'A receipt')], needsBy: '2026-12-05' },
      events: [{ sequence: 0, status: 'awaitingDocuments', at: '2026-11-16T09:00:00Z', role: 'handler' }],
    },
  ],
];

/** The facts in the order of arrival, as `type/key`. @param file SHA-256 of a PDF that has been sent */
export const everything = (file: string): Array<[path: string, facts: object]> => [
  [
    'customers/company',
    { ssn: companySsn, kind: 'company', fullName: 'Prófunarfélagið ehf.', email: 'felag@example.is' },
  ],
  [
    'customers/person',
    {
      ...{ ssn, kind: 'person', fullName: 'Ragnar Prófsson', language: 'en', email: 'ragnar@example.is' },
      ...{
        mobilePhone: '6150077',
        homePhone: '4780077',
        address: 'Hafnarbraut 1',
        postalCode: '780',
        town: 'Höfn',
      },
      spouse: { ssn: '1212851459', fullName: 'Sól Prófdóttir' },
      familyNumber: '1212851459',
      ...{ loyaltyTier: 'gold', paymentMethod: 'bank', instalmentLimit: 50_000 },
      bankAccount: { bank: '0133', ledger: '26', account: '007007' },
      companies: [
        { company: companySsn, kind: 'procuration', registeredOn: '2020-01-01' },
        { company: companySsn, kind: 'board', registeredOn: '2020-01-01', endedOn: '2024-12-31' },
      ],
      consents: [{ topic: 'offers', channel: 'sms', given: true, at: '2025-05-01T12:00:00Z' }],
      documentsFrom: '2026-01-01',
    },
  ],
  ...Object.entries(policies).map(([key, facts]): [string, object] => [`policies/${key}`, facts]),
  [
    'instalments/december',
    {
      ...{ customer: ssn, policy: 'car', sequence: 8, sequenceOf: 12, dueDate: '2026-12-01' },
      ...{ finalDueDate: '2026-12-15', amount: 7_500, method: 'claim' },
    },
  ],
  [
    'instalments/november',
    {
      ...{ customer: ssn, sequence: 7, sequenceOf: 12, dueDate: '2026-11-01', finalDueDate: '2026-11-15' },
      ...{ amount: 7_500, method: 'ccard', refusedAt: '2026-11-01T06:00:00Z', lapsesOn: '2026-12-10' },
      paidAt: '2026-11-05T10:00:00Z',
    },
  ],
  [
    'instalments/cancelled',
    {
      ...{ customer: ssn, sequence: 6, sequenceOf: 12, dueDate: '2026-10-01', finalDueDate: '2026-10-15' },
      ...{ amount: 7_500, method: 'bank', cancelledAt: '2026-10-02T10:00:00Z' },
    },
  ],
  [
    'ledger-entries/november',
    {
      ...{ customer: ssn, policy: 'car', bookedOn: '2026-11-01', sequence: 1, type: 'premium' },
      ...{ description: text('Iðgjald, 7. greiðsla', 'Premium, instalment 7'), amount: 7_500 },
    },
  ],
  ...claimFacts,
  [
    'offers/home',
    {
      ...{ customer: ssn, number: 'TB-1', product: 'home', ...base(60_000), instalmentsPerYear: 12 },
      covers: [{ id: 'fire-lightning-and-explosion', sumInsured: 20_000_000 }],
      ...{ terms: ['GH10'], effectiveOn: '2026-12-01', validTo: '2026-12-20', tariff: '2026-1' },
      offeredAt: '2026-11-20T10:00:00Z',
    },
  ],
  [
    'offers/car',
    {
      ...{ customer: ssn, number: 'TB-2', product: 'kasko', policy: 'car', ...base(80_000) },
      ...{ insured: text('Skoda Enyaq', 'Skoda Enyaq'), sumInsured: 5_000_000, deductible: 200_000 },
      ...{ instalmentsPerYear: 12, effectiveOn: '2026-12-01', validTo: '2026-12-20', tariff: '2026-1' },
      ...{ needs: [text('Lægra iðgjald', 'A lower premium')], offeredAt: '2026-11-20T10:00:00Z' },
    },
  ],
  [
    'documents/letter',
    {
      ...{ customer: ssn, title: text('Bréf um tjónið', 'Letter about the claim'), policy: 'car' },
      ...{ claim: 'collision', issuedOn: '2026-11-11', files: { is: file, en: file } },
    },
  ],
  [
    'documents-to-sign/agreement',
    {
      ...{ customer: ssn, title: text('Samkomulag', 'Agreement'), policy: 'car', claim: 'collision' },
      ...{ issuedOn: '2026-11-20', signBy: '2026-12-10', files: { is: file, en: file } },
    },
  ],
];
