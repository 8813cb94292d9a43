/** A price that was saved on this device. */
export type RememberedPrice = { reference: string; name: string; perYear: number; validTo: string };

/** Key in local storage. */
export const rememberedPricesKey = 'hofn.savedPrices';
const most = 5;

const isRemembered = (value: unknown): value is RememberedPrice => {
  if (typeof value !== 'object' || value === null) return false;
  const { reference, name, perYear, validTo } = value as Record<string, unknown>;
  return (
    typeof reference === 'string' &&
    /^[\dA-Z-]{1,40}$/.test(reference) &&
    typeof name === 'string' &&
    typeof perYear === 'number' &&
    typeof validTo === 'string'
  );
};

/** The prices saved on this device that are still valid, newest first. */
export const readRememberedPrices = (today: string): RememberedPrice[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(rememberedPricesKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRemembered).filter(({ validTo }) => validTo >= today) : [];
  } catch {
    return [];
  }
};

const write = (prices: readonly RememberedPrice[]): void => {
  try {
    if (prices.length > 0) localStorage.setItem(rememberedPricesKey, JSON.stringify(prices));
    else localStorage.removeItem(rememberedPricesKey);
  } catch {
    // Storage is denied or full: the number itself still opens the price.
  }
};

/** Remembers a price that was just saved. */
export const rememberPrice = (price: RememberedPrice, today: string): void => {
  const others = readRememberedPrices(today).filter(({ reference }) => reference !== price.reference);
  write([price, ...others].slice(0, most));
};

/** Forgets a price on this device; its number still opens it. @returns the others */
export const forgetPrice = (reference: string, today: string): RememberedPrice[] => {
  const others = readRememberedPrices(today).filter((price) => price.reference !== reference);
  write(others);
  return others;
};
