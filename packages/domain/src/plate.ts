import { compactIdentifier } from './typed-text.ts';

/** Normalizes a number plate: upper case, no separators, two to six letters or digits; undefined if invalid. */
export const parsePlate = (text: string): string | undefined => {
  const plate = compactIdentifier(text).replaceAll('.', '').toUpperCase();
  return /^[A-ZÁÐÉÍÓÚÝÞÆÖ0-9]{2,6}$/.test(plate) ? plate : undefined;
};
