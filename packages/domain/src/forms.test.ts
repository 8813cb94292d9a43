import { expect, test } from 'vitest';
import { type FormKind, formKindNames, formKindOf, formKinds } from './form-kinds.ts';
import { cleanForm, emptyForm, type FormField, type FormValues, formFaults } from './forms.ts';

const kennitala = { checkDigit: 'strict', allowTestIds: true } as const;
const settings = { today: '2026-11-20', kennitala };
const faultsOf = (kind: FormKind, values: FormValues) =>
  formFaults(formKindOf(kind).fields, { ...emptyForm(formKindOf(kind).fields), ...values }, settings).map(
    ({ path, reason }) => `${path} ${reason}`,
  );

const inquiry = {
  name: 'Þóra Prófsdóttir',
  email: 'thora@example.is',
  type: 'Tjónaþjónusta',
  description: 'Hvar er yfirlitið?',
};

test('INQ-1: name, e-mail, type and description are required, the kennitala is not', () => {
  expect(faultsOf('inquiry', {})).toEqual([
    'name required',
    'email required',
    'type required',
    'description required',
  ]);
  expect(faultsOf('inquiry', inquiry)).toEqual([]);
});

test('FORM-6a, INQ-1: e-mail address and kennitala must be valid when given, and the description has at most 999 characters', () => {
  expect(faultsOf('inquiry', { ...inquiry, email: 'thora@example' })).toEqual(['email email']);
  expect(faultsOf('inquiry', { ...inquiry, ssn: '120375-1489' })).toEqual([]);
  expect(faultsOf('inquiry', { ...inquiry, ssn: '120375-1499' })).toEqual(['ssn ssn']);
  expect(faultsOf('inquiry', { ...inquiry, description: 'æ'.repeat(999) })).toEqual([]);
  expect(faultsOf('inquiry', { ...inquiry, description: 'æ'.repeat(1000) })).toEqual([
    'description maxLength',
  ]);
});

test('INQ-6: the type is one of four, worded in Icelandic', () => {
  const type = formKinds.inquiry.fields.find(({ name }) => name === 'type');
  expect(type).toMatchObject({
    options: ['Einstaklingsþjónusta', 'Fyrirtækjaþjónusta', 'Þjónusta fyrir húsfélög', 'Tjónaþjónusta'],
  });
  expect(faultsOf('inquiry', { ...inquiry, type: 'Claims services' })).toEqual(['type choice']);
});

test.each([
  ['appointmentRequest', 'form/v1/requestappointment'],
  ['lottery', 'form/v1/lotterygame'],
  ['safetyproduct', 'form/v1/safetyproductsuggestion'],
  ['opportunity', 'form/v1/opportunity'],
  ['opportunityV2', 'form/v2/opportunity'],
  ['business', 'form/v1/business'],
  ['okuvisir', 'form/v1/okuvisir'],
  ['childinsurance', 'form/v1/childinsurance'],
  ['forvarnarsignup', 'form/v1/forvarnarsignup'],
  ['forvarnarsignout', 'form/v1/forvarnarsignout'],
  ['other', 'form/v1/other'],
  ['conferencesignup', 'form/v1/conferencesignup'],
  ['salespromotion', 'form/v1/salespromotion'],
  ['communication', 'form/v1/communication'],
  ['inquiry', 'form/v1/inquiry'],
] as const)('FORM-12: %s goes to %s', (kind, call) => {
  expect(formKinds[kind].call).toBe(call);
});

test('FORM-3: business, safetyproduct, opportunityV2, salesforceCase and dataGateway are multipart, the other forms JSON', () => {
  const multipart = formKindNames.filter((kind) => formKindOf(kind).multipart);
  expect(multipart).toEqual(['business', 'safetyproduct', 'opportunityV2', 'salesforceCase', 'dataGateway']);
});

test('field names are unique in a form, and each condition names an earlier field', () => {
  const check = (fields: readonly FormField[]) => {
    const seen: string[] = [];
    for (const { name, when, unless, fields: inner } of fields) {
      expect(seen).not.toContain(name);
      for (const needed of [when?.[0], unless]) if (needed) expect(seen).toContain(needed);
      seen.push(name);
      if (inner) check(inner);
    }
    expect(seen.length).toBeGreaterThan(0);
  };
  for (const kind of formKindNames) check(formKindOf(kind).fields);
});

const faultOf = (field: Omit<FormField, 'name'>, value: string): string | undefined =>
  formFaults([{ name: 'x', ...field }], { x: value }, settings)[0]?.reason;

test.each<[Omit<FormField, 'name'>, string, string | undefined]>([
  [{ type: 'phone' }, '560-5000', undefined],
  [{ type: 'phone' }, '5605', 'phone'],
  [{ type: 'plate' }, 'ab 123', undefined],
  [{ type: 'plate' }, 'ABCDEFG', 'plate'],
  [{ type: 'postalCode' }, '107', undefined],
  [{ type: 'postalCode' }, '1075', 'postalCode'],
  [{ type: 'postalCode' }, 'IS-\u2060107', undefined],
  [{ type: 'url' }, 'https://hofn.example/vara', undefined],
  [{ type: 'url' }, 'javascript:alert(1)', 'url'],
  [{ type: 'url' }, 'www.vara.is', undefined],
  [{ type: 'url' }, 'www.', 'url'],
  [{ type: 'number', min: 5, max: 10 }, '10', undefined],
  [{ type: 'number', min: 5, max: 10 }, '11', 'range'],
  [{ type: 'number', min: 5, max: 10 }, '5,5', 'range'],
  [{ type: 'number', max: 200_000 }, '15.000', undefined],
  [{ type: 'number', max: 200_000 }, '15\u00a0000', undefined],
  [{ type: 'number', max: 200_000 }, '1.500.000', 'range'],
  [{ type: 'money' }, '1.500.000', undefined],
  [{ type: 'money' }, 'mikið', 'money'],
  [{ type: 'flag', required: true }, '', 'required'],
  [{ type: 'flag', required: true }, 'yes', undefined],
  [{ type: 'flag', required: true }, 'on', 'choice'],
  [{ type: 'select', options: ['a'] }, 'b', 'choice'],
  [{ type: 'radio', options: ['a'], required: true }, '\u3164', 'required'],
  [{ type: 'text', least: 2 }, 'Á', 'minLength'],
  [{ type: 'text' }, 'x'.repeat(255), 'maxLength'],
  [{ type: 'ssn', of: 'company' }, '1203751489', 'notCompany'],
  [{ type: 'ssn', of: 'adult' }, '1203751489', undefined],
  [{ type: 'ssn', of: 'child' }, '1203751489', 'age'],
  [{ type: 'ssn', of: 'adult' }, '8123456789', undefined],
])('FORM-6b, FORM-7: the field %o with «%s» has the fault: %s', (field, value, reason) => {
  expect(faultOf(field, value)).toBe(reason);
});

test('FORM-7, HOLD-24: numbers, days, web addresses and identifiers are stored in one form, however they were typed', () => {
  const typed: Array<[FormField['type'], string, string]> = [
    ['number', '15.000', '15000'],
    ['number', '15\u202f000', '15000'],
    ['money', 'kr.\u00a01.500.000,-', '1500000'],
    ['day', '21.\u00a0nóvember 2026', '2026-11-21'],
    ['url', 'www.vara.is', 'https://www.vara.is'],
    ['phone', '\u202a+354 861\u00a02345\u202c', '8612345'],
    ['email', '<anna@example.is>\u200b', 'anna@example.is'],
    ['postalCode', 'IS-107', '107'],
    ['plate', 'ab\u2011c12', 'ABC12'],
    ['ssn', 'kt. 120375\u20111489', '1203751489'],
  ];
  for (const [type, value, stored] of typed) {
    const fields = [{ name: 'x', type }];
    expect(formFaults(fields, { x: value }, settings), value).toEqual([]);
    expect(cleanForm(fields, { x: value }, kennitala), value).toEqual({ x: stored });
  }
});

test('FORM-7: an answer that is not offered is reported as such, not as missing', () => {
  const fields: FormField[] = [{ name: 'x', type: 'checkboxes', options: ['a', 'b'], required: true }];
  const reasons = (x: string[]) => formFaults(fields, { x }, settings).map(({ reason }) => reason);
  expect(reasons(['a', 'c'])).toEqual(['choice']);
  expect(reasons([])).toEqual(['required']);
});

test('FORM-7: a day is bounded relative to today, and can be required to be a weekday', () => {
  const day = { type: 'day', fromToday: 1, toToday: 30, workingDay: true } as const;
  expect(faultOf(day, '2026-11-20')).toBe('dayRange');
  expect(faultOf(day, '2026-11-21')).toBe('workingDay');
  expect(faultOf(day, '2026-11-23')).toBeUndefined();
  expect(faultOf(day, '2026-12-21')).toBe('dayRange');
  expect(faultOf(day, '2026-02-30')).toBe('day');
});

test('FORM-7: hidden fields are neither required nor stored', () => {
  const fields = formKindOf('communication').fields;
  const values = { kind: 'compliment', anonymous: 'yes', name: 'Þóra', description: ' Takk ' };
  expect(formFaults(fields, values, settings)).toEqual([]);
  expect(cleanForm(fields, values, kennitala)).toEqual({
    kind: 'compliment',
    anonymous: 'yes',
    description: 'Takk',
  });
  // A complaint must be answered, so it cannot be anonymous.
  expect(faultsOf('communication', { ...values, kind: 'complaint', name: '' })).toEqual([
    'name required',
    'email required',
  ]);
});

test('FORM-5: a fault in a row names the row, and a duplicate vehicle is reported', () => {
  const vehicles = [
    { licensePlate: 'AB123', kmPerYear: 'x' },
    { licensePlate: 'ab 123' },
    { licensePlate: '' },
  ];
  expect(faultsOf('opportunityV2', { vehicles }).filter((fault) => fault.startsWith('vehicles'))).toEqual([
    'vehicles.0.kmPerYear range',
    'vehicles.1.licensePlate duplicate',
    'vehicles.2.licensePlate required',
  ]);
});

test('FORM-7: a list has a maximum number of rows, and a required list has at least one', () => {
  expect(faultsOf('childinsurance', { children: [] })).toContain('children required');
  const many = Array.from({ length: 7 }, () => ({}));
  expect(faultsOf('childinsurance', { children: many })).toContain('children mostRows');
});

test('FORM-6b, KT-10: a form is normalized: kennitalas, plates, phone numbers and amounts without separators', () => {
  const fields = formKindOf('opportunityV2').fields;
  const cleaned = cleanForm(
    fields,
    {
      ssn: '120375-1489',
      phone: '560 5000',
      contentsSum: '12.000.000',
      products: ['home', 'home'],
      vehicles: [{ licensePlate: 'ab 123', kasko: 'no', deductible: '65000' }],
      unknownField: 'x',
    },
    kennitala,
  );
  expect(cleaned).toEqual({
    ssn: '1203751489',
    phone: '5605000',
    contentsSum: '12000000',
    products: ['home'],
    vehicles: [{ licensePlate: 'AB123', kasko: 'no' }],
  });
});
