import { bankAccountFault, formatBankAccount, parseBankAccount } from './bank-account.ts';
import { parseEmail, parsePhone } from './contact.ts';
import { addDays } from './day.ts';
import { parseDay } from './day-entry.ts';
import { type KennitalaSettings, parseKennitala } from './kennitala.ts';
import { parseIsk } from './money.ts';
import { parsePlate } from './plate.ts';
import { cleanIdentifier, isBlank, trimText } from './typed-text.ts';

/**
 * A field specific to a line of insurance. `flag` is a checkbox; `choice` is one of `options`. With `when`, the field
 * is shown only if the named field has the given value.
 */
export type ClaimField = {
  name: string;
  type: 'text' | 'lines' | 'ssn' | 'plate' | 'day' | 'choice' | 'flag';
  required?: true;
  /** Shown only when the loss has this cause. */
  cause?: string;
  /** Maximum number of characters. */
  most?: number;
  options?: readonly string[];
  when?: readonly [field: string, value: string];
};

type Line = {
  causes: readonly string[];
  fields: readonly ClaimField[];
  /** Whether the claim lists damaged or lost items. */
  items?: true;
  /** Whether the loss may have happened anywhere in the world, as losses of persons do. */
  abroad?: true;
};

const yesNo = ['yes', 'no'] as const;
const plate: ClaimField = { name: 'licensePlate', type: 'plate', required: true };
const police: ClaimField[] = [
  { name: 'police', type: 'choice', options: yesNo, required: true },
  { name: 'policeCase', type: 'text', most: 40, when: ['police', 'yes'] },
];
const otherParty: ClaimField[] = [
  { name: 'otherPartyName', type: 'text', most: 80 },
  { name: 'otherPartySsn', type: 'ssn' },
  { name: 'otherPartyPlate', type: 'plate' },
  { name: 'otherPartyInsurer', type: 'text', most: 80 },
];
const injury: ClaimField[] = [
  { name: 'injured', type: 'choice', options: yesNo, required: true },
  { name: 'injuryWho', type: 'text', most: 120, when: ['injured', 'yes'] },
  { name: 'injuryDescription', type: 'lines', most: 1000, when: ['injured', 'yes'] },
  { name: 'injuryTreatment', type: 'text', most: 120, when: ['injured', 'yes'] },
];
const consent: ClaimField = { name: 'dataConsent', type: 'flag', required: true };
const injuredPerson: ClaimField[] = [
  { name: 'injuredName', type: 'text', most: 80, required: true },
  { name: 'injuredSsn', type: 'ssn', required: true },
];

/** Causes and fields of each line of insurance, besides the fields all lines share. */
export const claimLines = {
  vehicle: {
    causes: ['collision', 'singleVehicle', 'parked', 'theft', 'vandalism', 'storm', 'fire', 'other'],
    fields: [
      plate,
      { name: 'driver', type: 'text', most: 80, required: true },
      { name: 'statement', type: 'choice', options: yesNo },
      ...otherParty,
      ...police,
      ...injury,
    ],
  },
  windscreen: {
    causes: ['stone', 'crack', 'break', 'other'],
    fields: [
      plate,
      { name: 'window', type: 'choice', options: ['front', 'rear', 'side'], required: true },
      { name: 'workshop', type: 'text', most: 120 },
    ],
  },
  home: {
    causes: ['water', 'burglary', 'storm', 'breakage', 'fire', 'bicycle', 'other'],
    fields: [
      { name: 'frameNumber', type: 'text', most: 40, cause: 'bicycle' },
      { name: 'bicycleLocked', type: 'choice', options: yesNo, cause: 'bicycle' },
      ...police,
    ],
    items: true,
  },
  property: {
    causes: ['water', 'storm', 'fire', 'glass', 'snow', 'other'],
    fields: [
      { name: 'propertyAddress', type: 'text', most: 120, required: true },
      { name: 'housingAssociation', type: 'choice', options: yesNo },
      { name: 'stillActive', type: 'choice', options: yesNo, required: true },
    ],
  },
  travel: {
    causes: ['medical', 'baggage', 'baggageDelay', 'delay', 'cancellation', 'theft', 'other'],
    fields: [
      { name: 'tripFrom', type: 'day', required: true },
      { name: 'tripTo', type: 'day', required: true },
      { name: 'country', type: 'text', most: 80, required: true },
    ],
    items: true,
    abroad: true,
  },
  accident: {
    causes: ['fall', 'sport', 'traffic', 'home', 'other'],
    fields: [
      ...injuredPerson,
      { name: 'injuryDescription', type: 'lines', most: 1000, required: true },
      { name: 'treatment', type: 'text', most: 120 },
      consent,
    ],
    abroad: true,
  },
  health: {
    causes: ['criticalIllness', 'sickness', 'child', 'death'],
    fields: [
      { name: 'insuredName', type: 'text', most: 80, required: true },
      { name: 'insuredSsn', type: 'ssn', required: true },
      { name: 'relation', type: 'text', most: 80 },
      consent,
    ],
    abroad: true,
  },
  liability: {
    causes: ['propertyDamage', 'injury', 'professional', 'other'],
    fields: [
      { name: 'role', type: 'choice', options: ['insured', 'claimant'], required: true },
      ...otherParty,
      ...injury,
    ],
  },
  work: {
    causes: ['fall', 'machine', 'lifting', 'traffic', 'other'],
    fields: [
      { name: 'companyName', type: 'text', most: 120, required: true },
      { name: 'companySsn', type: 'ssn', required: true },
      ...injuredPerson,
      { name: 'atWork', type: 'choice', options: ['work', 'commute', 'freeTime'] },
      { name: 'reportedAosh', type: 'choice', options: yesNo },
      ...police,
    ],
  },
} as const satisfies Record<string, Line>;

/** A line of insurance. */
export type ClaimLine = keyof typeof claimLines;

/** All lines in display order. */
export const claimLineNames = Object.keys(claimLines) as ClaimLine[];

export const claimLineOf = (line: ClaimLine): Line => claimLines[line];

/** A damaged or lost item, as typed. */
export type ClaimItem = { item: string; year: string; price: string };

/** The form as typed; unanswered fields are empty. Days are `YYYY-MM-DD`, times `HH:MM`. */
export type ClaimForm = {
  /** Id of a policy; empty if not known. */
  policy: string;
  dateOfLoss: string;
  time: string;
  place: string;
  causes: string[];
  description: string;
  email: string;
  phone: string;
  estimatedAmount: string;
  /** Bank account: 4, 2 and 6 digits. */
  account: string;
  details: Record<string, string>;
  items: ClaimItem[];
};

export const emptyClaimForm: ClaimForm = {
  policy: '',
  dateOfLoss: '',
  time: '',
  place: '',
  causes: [],
  description: '',
  email: '',
  phone: '',
  estimatedAmount: '',
  account: '',
  details: {},
  items: [],
};

/** Maximum number of items a claim may list. */
export const maxClaimItems = 50;
const longestPlace = 200;
const longestDescription = 2000;
const oldestItem = 1950;

/** A validation error: `path` of the field in the form, and `reason`, a text key under `claimFault`. */
export type ClaimFault = { path: string; reason: string; params?: Record<string, number> };

const fault = (path: string, reason: string): ClaimFault => ({ path, reason });

const tooLong = (path: string, text: string, max: number): ClaimFault[] =>
  text.length > max ? [{ path, reason: 'maxLength', params: { max, over: text.length - max } }] : [];

/** Normalizes a bank account to `0133-26-004410`; undefined if the text has none. */
export const parseAccount = (text: string): string | undefined => {
  const parsed = parseBankAccount(text);
  return parsed.ok ? formatBankAccount(parsed.account) : undefined;
};

const accountFormatFaults = {
  shape: 'formatAccount',
  foreignIban: 'foreignIban',
  ibanCheckDigits: 'ibanCheckDigits',
} as const;

const accountFaults = (typed: string): ClaimFault[] => {
  if (isBlank(typed)) return [];
  const parsed = parseBankAccount(typed);
  if (!parsed.ok) return [fault('account', accountFormatFaults[parsed.reason])];
  const reason = bankAccountFault(parsed.account);
  return reason ? [fault('account', reason)] : [];
};

/** Whether a field is shown, given the earlier answers. */
export const isFieldVisible = (
  { when, cause }: ClaimField,
  { details, causes }: Pick<ClaimForm, 'details' | 'causes'>,
): boolean => (!when || details[when[0]] === when[1]) && (cause === undefined || causes.includes(cause));

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const detailFaults = (field: ClaimField, value: string, kennitala: KennitalaSettings): ClaimFault[] => {
  const path = `details.${field.name}`;
  if (value === '') return field.required ? [fault(path, `required${capital(field.name)}`)] : [];
  switch (field.type) {
    case 'ssn':
      return parseKennitala(value, kennitala).ok ? [] : [fault(path, 'formatSsn')];
    case 'plate':
      return parsePlate(value) ? [] : [fault(path, 'formatPlate')];
    case 'day':
      return parseDay(value) ? [] : [fault(path, 'formatDay')];
    case 'choice':
      return field.options?.includes(value) ? [] : [fault(path, 'choice')];
    case 'flag':
      return value === 'yes' ? [] : [fault(path, 'choice')];
    default:
      return tooLong(path, value, field.most ?? longestPlace);
  }
};

const parseYear = (text: string): string | undefined => /^\d{4}$/.exec(cleanIdentifier(text))?.[0];

const itemFaults = ({ item, year, price }: ClaimItem, at: number, thisYear: number): ClaimFault[] => {
  const path = `items.${at}`;
  if ([item, year, price].every(isBlank)) return [];
  const bought = Number(parseYear(year));
  return [
    ...(isBlank(item) ? [fault(`${path}.item`, 'requiredItem')] : tooLong(`${path}.item`, item, 120)),
    ...(isBlank(year) || (bought >= oldestItem && bought <= thisYear)
      ? []
      : [fault(`${path}.year`, 'rangeYear')]),
    ...(isBlank(price) || parseIsk(price) !== undefined ? [] : [fault(`${path}.price`, 'rangeAmount')]),
  ];
};

/** The time of day in a typed text, `HH:MM`, also as our pages write it: `9.05`; undefined if it is none. */
const parseTime = (text: string): string | undefined => {
  const [, hours = '', minutes] = /^(?:kl\.? ?)?(\d{1,2})[.:](\d\d)$/i.exec(cleanIdentifier(text)) ?? [];
  return Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
};

/**
 * The last day that a loss can have. East of Iceland the next day begins sooner, at the earliest 14 hours, so that a loss
 * abroad may be dated tomorrow.
 * @param today `YYYY-MM-DD` in Iceland
 */
export const lastDayOfLoss = (line: ClaimLine, today: string): string =>
  claimLineOf(line).abroad ? addDays(today, 1) : today;

const whenFaults = (line: ClaimLine, { dateOfLoss, time }: ClaimForm, today: string): ClaimFault[] => {
  const day = parseDay(dateOfLoss);
  const dayFaults = isBlank(dateOfLoss)
    ? [fault('dateOfLoss', 'requiredDateOfLoss')]
    : day === undefined
      ? [fault('dateOfLoss', 'formatDay')]
      : day > lastDayOfLoss(line, today)
        ? [fault('dateOfLoss', 'futureDateOfLoss')]
        : [];
  const isTimeValid = isBlank(time) || parseTime(time) !== undefined;
  return [...dayFaults, ...(isTimeValid ? [] : [fault('time', 'formatTime')])];
};

const contactFaults = ({ email, phone }: ClaimForm): ClaimFault[] => [
  ...(isBlank(email)
    ? [fault('email', 'requiredEmail')]
    : parseEmail(email)
      ? []
      : [fault('email', 'formatEmail')]),
  ...(isBlank(phone)
    ? [fault('phone', 'requiredPhone')]
    : parsePhone(phone)
      ? []
      : [fault('phone', 'formatPhone')]),
];

const text = (path: string, value: string, reason: string, max: number): ClaimFault[] =>
  isBlank(value) ? [fault(path, reason)] : tooLong(path, value, max);

/**
 * Validates a claim form as typed; faults are in the order of the form. Shared by client and server (rule FORM-7).
 * Only the server can check who owns the policy and whether it was in force on the day.
 * @param today `YYYY-MM-DD` in Iceland
 */
export const claimFaults = (
  line: ClaimLine,
  form: ClaimForm,
  { today, kennitala }: { today: string; kennitala: KennitalaSettings },
): ClaimFault[] => {
  const { causes, fields, items } = claimLineOf(line);
  const areCausesKnown = form.causes.every((cause) => causes.includes(cause));
  const tripFrom = parseDay(form.details.tripFrom ?? '');
  const tripTo = parseDay(form.details.tripTo ?? '');
  return [
    ...whenFaults(line, form, today),
    ...text('place', form.place, 'requiredPlace', longestPlace),
    ...(form.causes.length === 0 ? [fault('causes', 'requiredCauses')] : []),
    ...(areCausesKnown ? [] : [fault('causes', 'choice')]),
    ...text('description', form.description, 'requiredDescription', longestDescription),
    ...contactFaults(form),
    ...fields
      .filter((field) => isFieldVisible(field, form))
      .flatMap((field) => detailFaults(field, trimText(form.details[field.name] ?? ''), kennitala)),
    ...(line === 'travel' && tripFrom !== undefined && tripTo !== undefined && tripTo < tripFrom
      ? [fault('details.tripTo', 'orderTripTo')]
      : []),
    ...(items ? form.items.flatMap((item, at) => itemFaults(item, at, Number(today.slice(0, 4)))) : []),
    ...(isBlank(form.estimatedAmount) || parseIsk(form.estimatedAmount) !== undefined
      ? []
      : [fault('estimatedAmount', 'rangeAmount')]),
    ...accountFaults(form.account),
  ];
};

/** The step of the form, from 1, that contains a field; the fourth is for review and submission. */
export const claimStepOf = (path: string): number => {
  if (path === 'line' || path === 'policy' || path.startsWith('reporter.')) return 1;
  if (/^(details|items)\b/.test(path) || ['estimatedAmount', 'account', 'files'].includes(path)) return 3;
  return path === 'declaration' || path === 'FORM' ? 4 : 2;
};

/**
 * Normalizes a claim for storage: trims texts, drops fields that were not shown and empty items, and writes
 * identifiers, days and amounts in their canonical form.
 * @param form a form without faults
 */
export const cleanClaimForm = (line: ClaimLine, form: ClaimForm, kennitala: KennitalaSettings): ClaimForm => {
  const { fields, items } = claimLineOf(line);
  const details = fields.flatMap((field): [string, string][] => {
    const value = trimText(form.details[field.name] ?? '');
    if (value === '' || !isFieldVisible(field, form)) return [];
    if (field.type === 'plate') return [[field.name, parsePlate(value) ?? value]];
    if (field.type === 'day') return [[field.name, parseDay(value) ?? value]];
    if (field.type !== 'ssn') return [[field.name, value]];
    const parsed = parseKennitala(value, kennitala);
    return [[field.name, parsed.ok ? parsed.ssn : value]];
  });
  const amount = (typed: string) => String(parseIsk(typed) ?? '');
  return {
    policy: form.policy,
    dateOfLoss: parseDay(form.dateOfLoss) ?? form.dateOfLoss,
    time: parseTime(form.time) ?? '',
    place: trimText(form.place),
    causes: form.causes,
    description: trimText(form.description),
    email: parseEmail(form.email) ?? form.email,
    phone: parsePhone(form.phone) ?? form.phone,
    estimatedAmount: amount(form.estimatedAmount),
    account: parseAccount(form.account) ?? '',
    details: Object.fromEntries(details),
    items: (items ? form.items : [])
      .map(({ item, year, price }) => ({
        item: trimText(item),
        year: parseYear(year) ?? '',
        price: amount(price),
      }))
      .filter(({ item }) => item !== ''),
  };
};
