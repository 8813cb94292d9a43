import { describe, expect, test } from 'vitest';
import {
  type ClaimForm,
  type ClaimLine,
  claimFaults,
  claimLineNames,
  claimLineOf,
  claimStepOf,
  cleanClaimForm,
  emptyClaimForm,
  parseAccount,
} from './claim-form.ts';
import { parsePlate } from './plate.ts';

const kennitala = { checkDigit: 'strict', allowTestIds: true } as const;
const context = { today: '2026-11-21', kennitala };

const values = {
  ssn: '010190-1429',
  plate: 'þb x42',
  day: '2026-11-01',
  text: 'Anna',
  lines: 'Tognun á ökkla',
  flag: 'yes',
};

/** A claim with every field answered. */
const completeForm = (line: ClaimLine): ClaimForm => ({
  ...emptyClaimForm,
  dateOfLoss: '2026-11-20',
  time: '19:42',
  place: 'Hjarðarhagi 24',
  causes: [claimLineOf(line).causes[0] ?? ''],
  description: 'Lögn gaf sig.',
  email: ' anna@example.is ',
  phone: '615-0001',
  details: Object.fromEntries(
    claimLineOf(line).fields.map(({ name, type, options }) => [
      name,
      type === 'choice' ? (options?.[0] ?? '') : values[type],
    ]),
  ),
  items: claimLineOf(line).items ? [{ item: 'Sími', year: '2024', price: '120.000 kr.' }] : [],
});
const reasons = (line: ClaimLine, changed: Partial<ClaimForm>) =>
  claimFaults(line, { ...completeForm(line), ...changed }, context).map(
    ({ path, reason }) => `${path} ${reason}`,
  );
const detail = (line: ClaimLine, name: string, value: string) =>
  reasons(line, { details: { ...completeForm(line).details, [name]: value } });

describe('claim form', () => {
  test('FORM-7: each line accepts a complete claim and reports each missing required field', () => {
    for (const line of claimLineNames) {
      expect(claimFaults(line, completeForm(line), context), line).toEqual([]);
      const requiredFields = claimLineOf(line).fields.filter(({ required }) => required);
      const faults = reasons(line, { details: {} });
      expect(
        faults.map((fault) => fault.split(' ')[0]),
        line,
      ).toEqual(requiredFields.map(({ name }) => `details.${name}`));
    }
    expect(claimFaults('property', emptyClaimForm, context).map(({ path }) => path)).toEqual([
      'dateOfLoss',
      'place',
      'causes',
      'description',
      'email',
      'phone',
      'details.propertyAddress',
      'details.stillActive',
    ]);
  });

  test.each([
    ['travel', '2026-11-22', []],
    ['accident', '2026-11-22', []],
    ['health', '2026-11-22', []],
    ['travel', '2026-11-23', ['dateOfLoss futureDateOfLoss']],
    ['home', '2026-11-22', ['dateOfLoss futureDateOfLoss']],
    ['vehicle', '2026-11-22', ['dateOfLoss futureDateOfLoss']],
    ['work', '2026-11-22', ['dateOfLoss futureDateOfLoss']],
  ] as const)(
    'HOLD-24: where it is tomorrow already, a loss abroad can be reported: %s on %s',
    (line, dateOfLoss, faults) => {
      expect(reasons(line, { dateOfLoss })).toEqual(faults);
    },
  );

  test('the date of loss must exist and not be in the future', () => {
    expect(reasons('home', { dateOfLoss: '2026-11-22' })).toEqual(['dateOfLoss futureDateOfLoss']);
    expect(reasons('home', { dateOfLoss: '2026-02-30' })).toEqual(['dateOfLoss formatDay']);
    expect(reasons('home', { dateOfLoss: '2026-11-21' })).toEqual([]);
    expect(reasons('home', { time: '24:00' })).toEqual(['time formatTime']);
  });

  test('FORM-6a, FORM-6b, FORM-7: reports a cause of another line, and an invalid plate, kennitala, e-mail address, phone, amount or account', () => {
    expect(reasons('home', { causes: ['collision'] })).toEqual(['causes choice']);
    expect(detail('vehicle', 'licensePlate', 'ABCDEFG')).toEqual(['details.licensePlate formatPlate']);
    expect(detail('accident', 'injuredSsn', '010190-1430')).toEqual(['details.injuredSsn formatSsn']);
    expect(detail('work', 'atWork', 'elsewhere')).toEqual(['details.atWork choice']);
    expect(detail('accident', 'dataConsent', 'no')).toEqual(['details.dataConsent choice']);
    expect(detail('travel', 'tripTo', '2026-10-31')).toEqual(['details.tripTo orderTripTo']);
    expect(reasons('home', { phone: '861 234' })).toEqual(['phone formatPhone']);
    expect(reasons('home', { email: 'anna@example' })).toEqual(['email formatEmail']);
    expect(reasons('home', { estimatedAmount: 'mikið' })).toEqual(['estimatedAmount rangeAmount']);
    expect(reasons('home', { account: '0133-26-0044101' })).toEqual(['account formatAccount']);
    expect(claimFaults('home', { ...completeForm('home'), description: 'a'.repeat(2010) }, context)).toEqual([
      { path: 'description', reason: 'maxLength', params: { max: 2000, over: 10 } },
    ]);
  });

  test('a conditional field is validated and stored only when its condition is met', () => {
    const details = { ...completeForm('vehicle').details, police: 'no', policeCase: 'x'.repeat(99) };
    expect(reasons('vehicle', { details })).toEqual([]);
    expect(
      cleanClaimForm('vehicle', { ...completeForm('vehicle'), details }, kennitala).details,
    ).not.toHaveProperty('policeCase');
    expect(reasons('vehicle', { details: { ...details, police: 'yes' } })).toEqual([
      'details.policeCase maxLength',
    ]);
  });

  test('an item without a name is reported, an empty row is ignored', () => {
    expect(
      reasons('home', {
        items: [
          { item: '', year: '', price: '' },
          { item: ' ', year: '1949', price: 'dýr' },
          { item: 'Hjól', year: '2027', price: '' },
        ],
      }),
    ).toEqual([
      'items.1.item requiredItem',
      'items.1.year rangeYear',
      'items.1.price rangeAmount',
      'items.2.year rangeYear',
    ]);
  });

  test('a claim is normalized, without fields of other lines', () => {
    const cleaned = cleanClaimForm(
      'vehicle',
      {
        ...completeForm('vehicle'),
        account: '0133 26 004410',
        estimatedAmount: '45.000',
        details: { ...completeForm('vehicle').details, country: 'Ítalía' },
        items: [{ item: 'Sími', year: '', price: '' }],
      },
      kennitala,
    );
    expect(cleaned).toMatchObject({
      email: 'anna@example.is',
      phone: '6150001',
      account: '0133-26-004410',
      estimatedAmount: '45000',
      items: [],
      details: { licensePlate: 'ÞBX42', otherPartySsn: '0101901429' },
    });
    expect(cleaned.details).not.toHaveProperty('country');
  });

  test('each field belongs to a step', () => {
    expect(
      ['policy', 'dateOfLoss', 'phone', 'details.driver', 'items.0.item', 'account', 'declaration'].map(
        claimStepOf,
      ),
    ).toEqual([1, 2, 2, 3, 3, 3, 4]);
  });

  test.each([
    ['9999-99-999999', 'invalidBank'],
    ['0000-00-000000', 'invalidBank'],
    ['0133-66-004410', 'invalidLedger'],
    ['0133-26-000000', 'invalidAccount'],
    ['0133-26-0044101', 'formatAccount'],
    ['IS13 0159 26 007654 5510730339', 'ibanCheckDigits'],
    ['DE89 3704 0044 0532 0130 00', 'foreignIban'],
    ['reikningurinn minn', 'formatAccount'],
  ])('HOLD-24, PAY-5: the account «%s» is refused in a claim: %s', (account, reason) => {
    expect(reasons('home', { account })).toEqual([`account ${reason}`]);
  });

  test('HOLD-24: a claim is stored in one form, however it was typed', () => {
    const typed = {
      ...completeForm('home'),
      dateOfLoss: '20.\u00a0nóvember 2026',
      time: 'kl.\u00a09.05',
      phone: '+354\u00a0861\u00a02345',
      email: 'anna@example.is\u200b',
      estimatedAmount: '150.000,-',
      account: 'IS14 0159 26 007654 5510730339',
      items: [{ item: 'Sjónvarp', year: '２０２０', price: '149.990\u00a0kr.' }],
    };
    expect(claimFaults('home', typed, context)).toEqual([]);
    expect(cleanClaimForm('home', typed, kennitala)).toMatchObject({
      dateOfLoss: '2026-11-20',
      time: '09:05',
      phone: '8612345',
      email: 'anna@example.is',
      estimatedAmount: '150000',
      account: '0159-26-007654',
      items: [{ item: 'Sjónvarp', year: '2020', price: '149990' }],
    });
  });

  test('parses accounts and plates as people type them', () => {
    expect(['013326004410', '0133-26-004410', '133-26-4410'].map(parseAccount)).toEqual(
      Array(3).fill('0133-26-004410'),
    );
    expect(['þb x42', 'AB-C12', 'A', 'ABC1234'].map(parsePlate)).toEqual([
      'ÞBX42',
      'ABC12',
      undefined,
      undefined,
    ]);
  });
});
