import { askedOf, cleanForm, type FormFault, type FormField, type FormValues, formFaults } from './forms.ts';
import { parseIsk } from './money.ts';
import type { InstalmentsPerYear, Measure, Risk, Tariff } from './rating.ts';

const radio = (name: string, options: readonly string[]): FormField => ({
  name,
  type: 'radio',
  options,
  required: true,
});
const money = (name: Measure, min: number, max: number): FormField => ({
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
 * What a price of each product needs to know, in the order that it is asked: the products that anyone gets a price of
 * (rule FORM-11). Options are those of the tariff's factors, and a test holds them to it; what has no line here is
 * priced by an underwriter.
 */
const questions = {
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
  home: [
    contents,
    area,
    claims,
    radio('level', ['1', '2', '3', '4']),
    { ...covers('liability-and-leisure-accidents'), when: ['level', '2', '3', '4'] },
  ],
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

/** Id of a product that anyone gets a price of. */
export type PricedProduct = keyof typeof questions;

/** All of them, in the order that a visitor reads them. */
export const pricedProducts = Object.keys(questions) as PricedProduct[];

/** Whether anyone gets a price of the product. */
export const isPriced = (product: string): product is PricedProduct => Object.hasOwn(questions, product);

/** What is asked for a price of the product. */
export const priceFieldsOf = (product: PricedProduct): readonly FormField[] => questions[product];

/** Answers that stand when the form opens: what most choose, where the choice is between prices. */
const usual: Record<string, string> = { kaskoStep: '90000', level: '2', allRiskStep: '30000' };

/** What one who has answered nothing has answered. */
export const emptyPriceForm = (product: PricedProduct): FormValues =>
  Object.fromEntries(
    priceFieldsOf(product).map(({ name, type }) => [name, type === 'checkboxes' ? [] : (usual[name] ?? '')]),
  );

// No question for a price asks for a kennitala or a day.
const unused = { today: '', kennitala: { checkDigit: 'strict', allowTestIds: false } } as const;

/** Everything that is wrong with the answers, in the order of the questions; `between` has its bounds in `params`. */
export const priceFaults = (product: PricedProduct, answers: FormValues): FormFault[] => {
  const fields = priceFieldsOf(product);
  const faults = new Map(formFaults(fields, answers, unused).map((fault) => [fault.path, fault]));
  return askedOf(fields, answers).flatMap(({ name, type, min = 0, max = 0 }): FormFault[] => {
    const fault = faults.get(name);
    const amount = type === 'money' ? parseIsk(String(answers[name])) : undefined;
    const outside = amount !== undefined && (amount < min || amount > max);
    if (fault?.reason === 'range' || (!fault && outside))
      return [{ path: name, reason: 'between', params: { min, max } }];
    return fault ? [fault] : [];
  });
};

/** The answers as they are kept: what was asked alone, amounts in digits. */
export const cleanPriceForm = (product: PricedProduct, answers: FormValues): FormValues =>
  cleanForm(priceFieldsOf(product), answers, unused.kennitala);

/** The youngest band of the tariff that an age in years belongs to: `under30`. */
const bandOf = (bands: Record<string, number> | undefined, years: number): string => {
  const found = Object.keys(bands ?? {})
    .map((band) => ({ band, below: Number(band.replace('under', '')) }))
    .toSorted((a, b) => a.below - b.below)
    .find(({ below }) => years < below);
  if (!found) throw new RangeError(`no band for the age ${years}`);
  return found.band;
};

/**
 * The answers as a risk that the tariff prices.
 * @param answers without faults, as `cleanPriceForm` gives them
 * @throws RangeError when the tariff has no band for the age
 */
export const riskOfAnswers = (
  tariff: Tariff,
  product: PricedProduct,
  answers: FormValues,
  instalments: InstalmentsPerYear,
): Risk => {
  const measures: Record<string, number> = {};
  const choices: Record<string, string> = {};
  for (const { name, type } of priceFieldsOf(product)) {
    const answer = answers[name];
    if (typeof answer !== 'string' || answer === '') continue;
    if (type === 'money' || name === 'sum') measures[name] = Number(answer);
    else if (name === 'age') choices.age = bandOf(tariff.factors.age, Number(answer));
    else if (tariff.factors[name]) choices[name] = answer;
  }
  const chosen = Array.isArray(answers.covers) ? answers.covers.map(String) : [];
  if (product !== tariff.driveScore.product) return { measures, choices, covers: chosen, instalments };
  const both = answers.cover === 'liabilityAndKasko';
  return {
    covers: both ? ['comprehensive-motor-insurance'] : [],
    instalments,
    driving: {
      cover: both ? 'liabilityAndKasko' : 'liability',
      score: Number(answers.score),
      kilometres: Number(answers.kilometres),
    },
  };
};
