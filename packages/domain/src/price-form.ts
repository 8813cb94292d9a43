import {
  cleanForm,
  type FormFault,
  type FormField,
  type FormValues,
  formFaults,
  visibleFieldsOf,
} from './forms.ts';
import { parseIsk } from './money.ts';

const radio = (name: string, options: readonly string[]): FormField => ({
  name,
  type: 'radio',
  options,
  required: true,
});
const money = (name: string, min: number, max: number): FormField => ({
  name,
  type: 'money',
  min,
  max,
  required: true,
});
const age = (max: number): FormField => ({ name: 'age', type: 'number', min: 18, max, required: true });
const covers = (...options: string[]): FormField => ({ name: 'covers', type: 'checkboxes', options });

const vehicleClass: FormField = {
  name: 'vehicleClass',
  type: 'select',
  options: ['car', 'small', 'suv', 'van', 'truck', 'motorcycle', 'trailer'],
  required: true,
};
const area = radio('area', ['capital', 'town', 'rural']);
const claims = radio('claims', ['none', 'one', 'more']);
const smoker = radio('smoker', ['no', 'yes']);
const household = radio('household', ['single', 'family']);
const built = radio('built', ['newer', 'before2000', 'before1970']);
const contents = money('contents', 1_000_000, 100_000_000);
const fireValue = money('fireValue', 5_000_000, 500_000_000);
const sum = money('sum', 1_000_000, 100_000_000);

/**
 * Price form fields of each publicly priced product, in display order (rule FORM-11). Options match the tariff's
 * factors, which a test enforces. Products not listed here are priced by an underwriter.
 */
const priceFields = {
  'motor-liability': [vehicleClass, area, radio('driver', ['adult', 'under25', 'under21']), claims],
  kasko: [
    money('value', 200_000, 40_000_000),
    radio('vehicleAge', ['new', 'used', 'old']),
    area,
    claims,
    radio('kaskoStep', ['65000', '90000', '140000', '185000', '250000']),
  ],
  windscreen: [vehicleClass],
  okuvisir: [
    radio('cover', ['liability', 'liabilityAndKasko']),
    { name: 'score', type: 'number', min: 0, max: 100, required: true },
    { name: 'kilometres', type: 'number', min: 0, max: 2000, required: true },
  ],
  home: [contents, area, claims, radio('level', ['1', '2', '3', '4'])],
  'contents-allrisk': [contents, claims, radio('allRiskStep', ['30000', '45000'])],
  'property-fire': [fireValue],
  homeowners: [fireValue, built, area, claims],
  summerhouse: [
    { ...fireValue, min: 2_000_000, max: 200_000_000 },
    built,
    covers('contents', 'deck', 'detached-sheds', 'hot-tub', 'liability'),
  ],
  child: [radio('sum', ['5000000', '10000000', '15000000'])],
  accident: [sum, covers('daily-allowance', 'death-benefit')],
  life: [sum, age(62), smoker],
  'critical-illness': [{ ...sum, max: 50_000_000 }, age(59), smoker],
  sickness: [{ ...sum, max: 50_000_000 }, age(59)],
  travel: [household],
  cancellation: [household],
} as const satisfies Record<string, readonly FormField[]>;

/** Id of a publicly priced product. */
export type PricedProduct = keyof typeof priceFields;

/** All publicly priced products, in display order. */
export const pricedProducts = Object.keys(priceFields) as PricedProduct[];

/** Whether the product is publicly priced. */
export const isPriced = (product: string): product is PricedProduct => Object.hasOwn(priceFields, product);

export const priceFieldsOf = (product: PricedProduct): readonly FormField[] => priceFields[product];

/** Answers that pages of earlier releases send and saved prices have; they change nothing any more. */
export const retiredAnswers: Partial<Record<PricedProduct, readonly string[]>> = { home: ['covers'] };

/**
 * Preselected answers where the choice affects the price: the most common one, and the first level of home insurance
 * that has cover for people, which its question says.
 */
const defaults: Record<string, string> = { kaskoStep: '90000', level: '2', allRiskStep: '30000' };

/** The values of an untouched price form. */
export const emptyPriceForm = (product: PricedProduct): FormValues =>
  Object.fromEntries(
    priceFieldsOf(product).map(({ name, type }) => [
      name,
      type === 'checkboxes' ? [] : (defaults[name] ?? ''),
    ]),
  );

// No price form has a kennitala or a day.
const unusedSettings = { today: '', kennitala: { checkDigit: 'strict', allowTestIds: false } } as const;

/** Validates the answers, in field order; `between` has its bounds in `params`. */
export const priceFaults = (product: PricedProduct, answers: FormValues): FormFault[] => {
  const fields = priceFieldsOf(product);
  const faults = new Map(formFaults(fields, answers, unusedSettings).map((fault) => [fault.path, fault]));
  return visibleFieldsOf(fields, answers).flatMap(({ name, type, min = 0, max = 0 }): FormFault[] => {
    const fault = faults.get(name);
    const amount = type === 'money' ? parseIsk(String(answers[name])) : undefined;
    const outside = amount !== undefined && (amount < min || amount > max);
    if (fault?.reason === 'range' || (!fault && outside))
      return [{ path: name, reason: 'between', params: { min, max } }];
    return fault ? [fault] : [];
  });
};

/** Normalizes the answers for storage: visible fields only, numbers as digits. */
export const cleanPriceForm = (product: PricedProduct, answers: FormValues): FormValues =>
  cleanForm(priceFieldsOf(product), answers, unusedSettings.kennitala);
