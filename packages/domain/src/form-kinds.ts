import type { FormField } from './forms.ts';

type Kind = {
  /** Path of the call below `/api`. */
  call: string;
  /** Sent as `multipart/form-data` instead of JSON (rule FORM-3). */
  multipart?: true;
  fields: readonly FormField[];
};

const yesNo = ['yes', 'no'] as const;

const name: FormField = {
  name: 'name',
  type: 'text',
  required: true,
  least: 2,
  most: 80,
  autoComplete: 'name',
};
const email: FormField = { name: 'email', type: 'email', required: true };
const phone: FormField = { name: 'phone', type: 'phone' };
const requiredPhone: FormField = { ...phone, required: true };
const ssn: FormField = { name: 'ssn', type: 'ssn' };
const requiredSsn: FormField = { ...ssn, required: true };
const currentInsurer: FormField = { name: 'currentInsurer', type: 'text', most: 80 };
const startDate: FormField = { name: 'startDate', type: 'day', required: true, fromToday: 0 };
const files: FormField = { name: 'files', type: 'files' };
const contactConsent: FormField = { name: 'contactConsent', type: 'flag', required: true };
const message = (most: number): FormField => ({ name: 'message', type: 'lines', most });

const quoteFields: readonly FormField[] = [
  {
    name: 'products',
    type: 'checkboxes',
    required: true,
    options: ['home', 'vehicle', 'life', 'criticalIllness', 'child', 'accident', 'pet', 'travel', 'property'],
  },
  currentInsurer,
  {
    name: 'renewalMonth',
    type: 'select',
    options: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  },
];

const deductibles = ['65000', '90000', '140000', '185000', '250000'] as const;

const yesNoWithDetails = (question: string, section?: number): FormField[] => [
  { name: question, type: 'radio', options: yesNo, required: true, ...(section && { section }) },
  { name: `${question}More`, type: 'lines', most: 1000, required: true, when: [question, 'yes'] },
];

const vehicle: readonly FormField[] = [
  { name: 'licensePlate', type: 'plate', required: true },
  { name: 'use', type: 'select', options: ['private', 'work', 'rental'] },
  { name: 'kmPerYear', type: 'number', min: 0, max: 200_000 },
  { name: 'kasko', type: 'radio', options: yesNo },
  { name: 'deductible', type: 'select', options: deductibles, when: ['kasko', 'yes'] },
];

const property: readonly FormField[] = [
  { name: 'address', type: 'text', most: 120, required: true },
  { name: 'postalCode', type: 'postalCode', required: true },
  { name: 'type', type: 'select', options: ['apartment', 'house', 'terraced', 'summerhouse'] },
  { name: 'sqm', type: 'number', min: 5, max: 2000 },
];

const child: readonly FormField[] = [
  { name: 'name', type: 'text', most: 80, required: true },
  { name: 'ssn', type: 'ssn', of: 'child', required: true },
  { name: 'premature', type: 'radio', options: yesNo, required: true },
  { name: 'birthWeight', type: 'number', min: 300, max: 7000 },
  { name: 'complications', type: 'lines', most: 1000 },
  ...yesNoWithDetails('illness'),
  ...yesNoWithDetails('hospital'),
  ...yesNoWithDetails('medicine'),
  ...yesNoWithDetails('investigation'),
];

/** All forms a visitor can submit (rule FORM-12): the call, and the fields in display order. */
export const formKinds = {
  business: {
    call: 'form/v1/business',
    multipart: true,
    fields: [
      { name: 'companyName', type: 'text', most: 120, required: true, autoComplete: 'organization' },
      { name: 'companySsn', type: 'ssn', of: 'company', required: true },
      { name: 'contactName', type: 'text', most: 80, required: true, autoComplete: 'name' },
      email,
      requiredPhone,
      { name: 'activity', type: 'text', most: 200 },
      { name: 'employees', type: 'number', min: 0, max: 100_000 },
      { name: 'turnover', type: 'money' },
      currentInsurer,
      {
        name: 'interests',
        type: 'checkboxes',
        options: ['vehicles', 'property', 'liability', 'employees', 'travel', 'cyber', 'machinery', 'vessel'],
      },
      message(2000),
      files,
    ],
  },
  okuvisir: {
    call: 'form/v1/okuvisir',
    fields: [
      name,
      requiredSsn,
      email,
      requiredPhone,
      { name: 'licensePlate', type: 'plate', required: true },
      { name: 'cover', type: 'radio', options: ['liability', 'liabilityAndKasko'], required: true },
      {
        name: 'deductible',
        type: 'select',
        options: deductibles,
        required: true,
        when: ['cover', 'liabilityAndKasko'],
      },
      { name: 'kmPerMonth', type: 'number', min: 0, max: 2000 },
      currentInsurer,
      startDate,
      { name: 'termsAccepted', type: 'flag', required: true },
    ],
  },
  childinsurance: {
    call: 'form/v1/childinsurance',
    fields: [
      {
        name: 'guardianName',
        type: 'text',
        least: 2,
        most: 80,
        required: true,
        section: 1,
        autoComplete: 'name',
      },
      { name: 'guardianSsn', type: 'ssn', of: 'adult', required: true },
      email,
      requiredPhone,
      { name: 'children', type: 'list', fields: child, required: true, mostRows: 6, section: 2 },
      {
        name: 'sum',
        type: 'radio',
        options: ['5000000', '10000000', '15000000'],
        required: true,
        section: 3,
      },
      startDate,
      { name: 'otherChildInsurance', type: 'radio', options: yesNo, required: true },
      { name: 'otherInsurer', type: 'text', most: 80, when: ['otherChildInsurance', 'yes'] },
      { name: 'informationTrue', type: 'flag', required: true, section: 4 },
      { name: 'dataConsent', type: 'flag', required: true },
    ],
  },
  forvarnarsignup: {
    call: 'form/v1/forvarnarsignup',
    fields: [
      email,
      { name: 'name', type: 'text', most: 80, autoComplete: 'name' },
      {
        name: 'topics',
        type: 'checkboxes',
        options: ['vehicles', 'home', 'business', 'sea', 'agriculture'],
      },
    ],
  },
  forvarnarsignout: {
    call: 'form/v1/forvarnarsignout',
    fields: [email, { name: 'reason', type: 'select', options: ['tooMany', 'notRelevant', 'other'] }],
  },
  appointmentRequest: {
    call: 'form/v1/requestappointment',
    fields: [
      name,
      ssn,
      email,
      requiredPhone,
      {
        name: 'topic',
        type: 'select',
        options: ['life', 'home', 'vehicles', 'company', 'claims', 'other'],
        required: true,
      },
      { name: 'channel', type: 'radio', options: ['office', 'phone', 'video'], required: true },
      {
        name: 'office',
        type: 'select',
        options: ['reykjavik'],
        required: true,
        when: ['channel', 'office'],
      },
      {
        name: 'preferredDate',
        type: 'day',
        required: true,
        fromToday: 1,
        toToday: 30,
        workingDay: true,
      },
      { name: 'preferredTime', type: 'radio', options: ['morning', 'afternoon'], required: true },
      message(999),
    ],
  },
  lottery: {
    call: 'form/v1/lotterygame',
    fields: [
      name,
      { ...requiredSsn, of: 'adult' },
      email,
      requiredPhone,
      { name: 'answer', type: 'radio', options: ['monthly', 'yearly', 'fiveYears'], required: true },
      { name: 'rulesAccepted', type: 'flag', required: true },
      { name: 'marketingConsent', type: 'flag' },
    ],
  },
  other: {
    call: 'form/v1/other',
    fields: [
      name,
      ssn,
      email,
      phone,
      { name: 'subject', type: 'text', most: 120, required: true },
      { ...message(2000), required: true },
    ],
  },
  safetyproduct: {
    call: 'form/v1/safetyproductsuggestion',
    multipart: true,
    fields: [
      name,
      email,
      phone,
      { name: 'productName', type: 'text', most: 120, required: true },
      {
        name: 'category',
        type: 'select',
        options: ['fire', 'child', 'traffic', 'water', 'home', 'work'],
      },
      { name: 'url', type: 'url' },
      { name: 'supplier', type: 'text', most: 120 },
      { name: 'why', type: 'lines', most: 1000, required: true },
      files,
    ],
  },
  conferencesignup: {
    call: 'form/v1/conferencesignup',
    fields: [
      name,
      email,
      phone,
      { name: 'company', type: 'text', most: 120, autoComplete: 'organization' },
      { name: 'jobTitle', type: 'text', most: 80, autoComplete: 'organization-title' },
      { name: 'attendance', type: 'radio', options: ['inPerson', 'stream'], required: true },
      { name: 'dietary', type: 'text', most: 200, when: ['attendance', 'inPerson'] },
      { name: 'sessions', type: 'checkboxes', options: ['work', 'fire', 'cyber', 'traffic'] },
      { name: 'invoiceSsn', type: 'ssn' },
      { name: 'invoiceReference', type: 'text', most: 40 },
    ],
  },
  salespromotion: {
    call: 'form/v1/salespromotion',
    fields: [
      name,
      ssn,
      email,
      requiredPhone,
      { name: 'preferredContact', type: 'radio', options: ['phone', 'email', 'sms'] },
      { name: 'bestTime', type: 'text', most: 80, when: ['preferredContact', 'phone'] },
      message(500),
      { name: 'marketingConsent', type: 'flag', required: true },
    ],
  },
  opportunity: {
    call: 'form/v1/opportunity',
    fields: [name, requiredSsn, email, requiredPhone, ...quoteFields, message(999), contactConsent],
  },
  opportunityV2: {
    call: 'form/v2/opportunity',
    multipart: true,
    fields: [
      { ...name, section: 1 },
      requiredSsn,
      email,
      requiredPhone,
      ...quoteFields,
      { name: 'vehicles', type: 'list', fields: vehicle, mostRows: 8, section: 2 },
      { name: 'spouseSsn', type: 'ssn', section: 3 },
      { name: 'children', type: 'number', min: 0, max: 15 },
      { name: 'properties', type: 'list', fields: property, mostRows: 6 },
      { name: 'contentsSum', type: 'money' },
      { ...files, section: 4 },
      { name: 'powerOfAttorneyToFetch', type: 'radio', options: yesNo },
      message(999),
      contactConsent,
    ],
  },
  communication: {
    call: 'form/v1/communication',
    fields: [
      { name: 'kind', type: 'radio', options: ['complaint', 'compliment', 'suggestion'], required: true },
      { name: 'anonymous', type: 'flag', when: ['kind', 'compliment', 'suggestion'] },
      { ...name, unless: 'anonymous' },
      { ...ssn, unless: 'anonymous' },
      { ...email, unless: 'anonymous' },
      { ...phone, unless: 'anonymous' },
      { name: 'policyOrClaimNumber', type: 'text', most: 40 },
      { name: 'description', type: 'lines', most: 4000, required: true },
      { name: 'wishedOutcome', type: 'lines', most: 1000, when: ['kind', 'complaint'] },
    ],
  },
  inquiry: {
    call: 'form/v1/inquiry',
    fields: [
      name,
      email,
      ssn,
      {
        name: 'type',
        type: 'select',
        // The Icelandic values are sent in both languages (rule INQ-6).
        options: ['Einstaklingsþjónusta', 'Fyrirtækjaþjónusta', 'Þjónusta fyrir húsfélög', 'Tjónaþjónusta'],
        required: true,
      },
      { name: 'description', type: 'lines', most: 999, required: true },
    ],
  },
  salesforceCase: {
    call: 'form/v1/salesforcecase',
    multipart: true,
    fields: [
      name,
      ssn,
      email,
      phone,
      {
        name: 'recordType',
        type: 'select',
        options: ['individual', 'company', 'housingAssociation', 'claims'],
        required: true,
      },
      { name: 'subject', type: 'text', most: 120, required: true },
      { name: 'description', type: 'lines', most: 4000, required: true },
      files,
    ],
  },
  dataGateway: {
    call: 'public/v1/gateway',
    multipart: true,
    fields: [
      { name: 'senderName', type: 'text', most: 80, required: true, autoComplete: 'name' },
      { name: 'senderCompany', type: 'text', most: 120, autoComplete: 'organization' },
      email,
      phone,
      { name: 'reference', type: 'text', most: 40, required: true },
      message(1000),
      { ...files, required: true },
    ],
  },
} as const satisfies Record<string, Kind>;

export type FormKind = keyof typeof formKinds;

export const formKindNames = Object.keys(formKinds) as FormKind[];

/** The definition of a form. */
export const formKindOf = (kind: FormKind): Kind => formKinds[kind];
