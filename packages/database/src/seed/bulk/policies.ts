import type { Risk } from '@hofn/insurance/rating.ts';
import { type Both, type PolicyDraft, same } from '../policy.ts';
import { activity, contents, person, property, trip, vehicle } from '../story.ts';
import data from './data.json' with { type: 'json' };
import type { Random } from './random.ts';

export type Household = {
  street: string;
  postalCode: string;
  town: string;
  area: string;
  built: number;
  size: number;
  owns: boolean;
};

/** A policy without number, days and payment plan. */
export type PolicyIdea = Pick<PolicyDraft, 'product' | 'items' | 'insured'> & {
  risk: Omit<Risk, 'instalments' | 'discounts'>;
};

type Model = { name: string; class: string; value: number };

const letters = 'ABDEFGHJKLMNOPRSTUVXYZ';

const plateOf = (random: Random): string => {
  const letter = () => letters[random.between(0, letters.length - 1)];
  return `${letter()}${letter()} ${letter()}${random.between(10, 99)}`;
};

const builtFactor = (year: number): string => {
  if (year < 1970) return 'before1970';
  return year < 2000 ? 'before2000' : 'newer';
};

const ageFactor = (year: number): string => {
  if (year >= 2023) return 'new';
  return year >= 2016 ? 'used' : 'old';
};

/** Liability cover, for most vehicles with comprehensive and windscreen cover. */
const vehiclePolicies = (random: Random, area: string, models: readonly Model[]): PolicyIdea[] => {
  const model = random.pick(models);
  const year = random.between(2006, 2026);
  const value = Math.max(200_000, Math.round((model.value * 0.88 ** (2026 - year)) / 10_000) * 10_000);
  const insured = vehicle(model.name, plateOf(random), { year, value, vehicleClass: model.class });
  const claims = random.chance(0.85) ? 'none' : random.pick(['one', 'more']);
  const ideas: PolicyIdea[] = [
    {
      product: 'motor-liability',
      ...insured,
      risk: { choices: { vehicleClass: model.class, area, claims } },
    },
  ];
  if (year > 2012 && random.chance(0.65)) {
    const kaskoStep = random.pick(['65000', '90000', '90000', '140000', '140000', '185000', '250000']);
    ideas.push({
      product: 'kasko',
      ...insured,
      risk: { measures: { value }, choices: { kaskoStep, vehicleAge: ageFactor(year), area, claims } },
    });
  }
  if (random.chance(0.55)) {
    ideas.push({ product: 'windscreen', ...insured, risk: { choices: { vehicleClass: model.class } } });
  }
  return ideas;
};

const homePolicies = (random: Random, home: Household): PolicyIdea[] => {
  const { street, postalCode, town, area, built, size } = home;
  const address = `${street}, ${postalCode} ${town}`;
  const ideas: PolicyIdea[] = [];
  if (random.chance(0.72)) {
    const level = random.between(1, 4);
    const value = random.between(30, 220) * 100_000;
    const insured = contents({ is: `Innbú: ${address}`, en: `Contents: ${address}` }, address, value, level);
    const covers = level > 1 ? ['liability-and-leisure-accidents'] : [];
    ideas.push({
      product: 'home',
      ...insured,
      risk: { measures: { contents: value }, choices: { level: String(level), area }, covers },
    });
    if (random.chance(0.3)) {
      ideas.push({ product: 'contents-allrisk', ...insured, risk: { measures: { contents: value } } });
    }
  }
  if (home.owns) {
    const fireValue = Math.round((size * random.between(330, 480) * 1000) / 50_000) * 50_000;
    const insured = property(same(street), { address, built, area: size, fireValue });
    ideas.push({ product: 'property-fire', ...insured, risk: { measures: { fireValue } } });
    if (random.chance(0.65)) {
      ideas.push({
        product: 'homeowners',
        ...insured,
        risk: { measures: { fireValue }, choices: { built: builtFactor(built), area } },
      });
    }
  }
  return ideas;
};

const ages = ['under30', 'under40', 'under50', 'under60', 'under75'] as const;

const lifePolicies = (random: Random, name: string): PolicyIdea[] => {
  const age = random.pick(ages);
  const smoker = random.chance(0.08) ? 'yes' : 'no';
  const sum = random.between(4, 40) * 1_000_000;
  const ideas: PolicyIdea[] = [];
  const add = (product: string, amount: number) =>
    ideas.push({ product, ...person(name), risk: { measures: { sum: amount }, choices: { age, smoker } } });
  if (random.chance(0.22)) add('life', sum);
  if (random.chance(0.14)) add('critical-illness', Math.min(sum, 20_000_000));
  if (random.chance(0.06)) add('accident', sum);
  return ideas;
};

const family: Both = {
  is: 'Fjölskyldan, um allan heim í allt að 92 daga',
  en: 'The family, worldwide for up to 92 days',
};

/** Policies of a person: their own cars, and the home if they are the first of the household. */
export const personPolicies = (
  random: Random,
  home: Household,
  holder: { name: string; first: boolean },
): PolicyIdea[] => {
  const cars = random.chance(0.72) ? (random.chance(0.2) ? 2 : 1) : 0;
  const ideas = Array.from({ length: cars }, () => vehiclePolicies(random, home.area, data.cars)).flat();
  if (holder.first) {
    ideas.push(...homePolicies(random, home));
    if (random.chance(0.3)) {
      const household = random.pick(['single', 'family']);
      const insured = trip(household === 'family' ? family : same(holder.name));
      ideas.push({ product: 'travel', ...insured, risk: { choices: { household } } });
    }
  }
  ideas.push(...lifePolicies(random, holder.name));
  return ideas;
};

/** Policies of a company: vehicles, liability, staff, premises, travel. */
export const companyPolicies = (
  random: Random,
  home: Household,
  trade: Both & { activity: string },
): PolicyIdea[] => {
  const { activity: choice, is, en } = trade;
  const manYears = random.between(1, 60);
  const payroll = manYears * random.between(8, 14) * 1_000_000;
  const name: Both = { is, en };
  const ideas = Array.from({ length: random.between(0, 4) }, () =>
    vehiclePolicies(random, home.area, data.vans),
  ).flat();
  ideas.push({
    product: 'business-liability',
    ...activity(name, { activity: name, payroll }),
    risk: { measures: { payroll }, choices: { activity: choice } },
  });
  ideas.push({
    product: 'employee-accident',
    ...activity(name, { occupation: name, manYears }),
    risk: { measures: { manYears }, choices: { activity: choice } },
  });
  if (home.owns) {
    const fireValue = home.size * 3_900_000;
    const address = `${home.street}, ${home.postalCode} ${home.town}`;
    const insured = property(same(home.street), {
      address,
      built: home.built,
      area: home.size * 10,
      fireValue,
    });
    ideas.push({ product: 'property-fire', ...insured, risk: { measures: { fireValue } } });
  }
  if (random.chance(0.2)) {
    ideas.push({
      product: 'company-travel',
      ...trip({ is: 'Vinnuferðir starfsfólks', en: 'Business trips of staff' }),
      risk: { measures: { travelDays: random.between(10, 400) } },
    });
  }
  return ideas;
};
