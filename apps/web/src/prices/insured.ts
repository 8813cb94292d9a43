import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { visitStorage } from '../engine/visit-storage.ts';

/** What a visitor wants to insure: a car by its plate, or a home by its address, as typed. */
export type Insured = { kind: 'plate' | 'address'; text: string };

/** The product whose price each kind leads to, and those whose prices ask for it too. */
const products: Record<Insured['kind'], readonly [PricedProduct, ...PricedProduct[]]> = {
  plate: ['motor-liability', 'kasko', 'windscreen', 'okuvisir'],
  address: ['home', 'contents-allrisk', 'property-fire', 'homeowners'],
};

/** Icelandic plates: two letters, a letter or digit, two digits; and those of districts, a letter and up to five digits. */
const plate = /^(?:\p{L}{2}[\p{L}\d]\d{2}|\p{L}\d{1,5})$/u;
/** A street and a number, or a postal code and a place. */
const address = /\p{L}{3}.*\s\d|^\d{3}\s+\p{L}{3}/u;

/**
 * Reads what was typed on the front page.
 * @returns `other` for what is neither plate nor address, undefined for less than two letters or digits
 */
export const insuredIn = (typed: string): Insured | 'other' | undefined => {
  const text = typed.trim().replaceAll(/\s+/g, ' ').slice(0, 120);
  const letters = text.replaceAll(/[^\p{L}\d]/gu, '');
  if (letters.length < 2) return undefined;
  if (plate.test(letters)) return { kind: 'plate', text: text.toUpperCase() };
  return address.test(text) ? { kind: 'address', text } : 'other';
};

/** The hash of the price page that shows the price of what was typed. */
export const priceHashOf = (insured: Insured | 'other'): string =>
  insured === 'other' ? otherHash : `#${products[insured.kind][0]}`;

/** The hash of the price page for those whose words were neither plate nor address. */
export const otherHash = '#other';

/** What the price of a product is asked about; undefined for products that are neither car nor home. */
export const insuredKindOf = (product: string): Insured['kind'] | undefined =>
  (['plate', 'address'] as const).find((kind) => products[kind].some((id) => id === product));

const keyOf = (kind: Insured['kind']): string => `hofn.insured.${kind}`;

// Survives navigation where storage is denied.
const ofVisit = new Map<Insured['kind'], string>();

/** Keeps what was typed until the tab is closed; it is sent nowhere before the visitor asks for a call. */
export const keepInsured = ({ kind, text }: Insured): void => {
  ofVisit.set(kind, text);
  try {
    visitStorage().setItem(keyOf(kind), text);
  } catch {
    // Storage is denied or full.
  }
};

/** What was typed during this visit; empty if nothing was. */
export const readInsured = (kind: Insured['kind']): string => {
  const known = ofVisit.get(kind);
  if (known !== undefined) return known;
  try {
    return visitStorage().getItem(keyOf(kind)) ?? '';
  } catch {
    return '';
  }
};
