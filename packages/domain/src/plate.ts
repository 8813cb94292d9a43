/** A number plate without spaces and in capitals: two to six letters or digits; else undefined. */
export const parsePlate = (text: string): string | undefined => {
  const plate = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-ZÁÐÉÍÓÚÝÞÆÖ0-9]{2,6}$/.test(plate) ? plate : undefined;
};
