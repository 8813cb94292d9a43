/** Normalizes a number plate: upper case, no spaces, two to six letters or digits; undefined if invalid. */
export const parsePlate = (text: string): string | undefined => {
  const plate = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-ZÁÐÉÍÓÚÝÞÆÖ0-9]{2,6}$/.test(plate) ? plate : undefined;
};
