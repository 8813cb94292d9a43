import { type KennitalaSettings, withRegisteredKennitalas } from '@hofn/domain';

/** The part of the national register we use. */
export type NationalRegister = {
  /** Looks a kennitala (ten digits) up; `unknown` when the register does not respond. */
  find(ssn: string): Promise<'found' | 'notFound' | 'unknown'>;
};

/** Longer than any way of writing a kennitala. */
const maxLength = 60;

/** Every short text in a body, at any depth. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length <= maxLength ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** How calls validate the kennitala numbers they receive. */
export type KennitalaCheck = {
  /** As the forms validate them, without a register. */
  settings: KennitalaSettings;
  /** Settings for the body of one call: a registered id passes even if its check digit is wrong (rule KT-9). */
  settingsFor(body: unknown, by: 'visitor' | 'customer'): Promise<KennitalaSettings>;
};

/**
 * Signed-in users may name our customers without the national register, which may be unavailable. Visitors may not: the
 * response would reveal who is a customer.
 */
export const createKennitalaCheck = ({
  settings,
  isCustomer,
  register,
}: {
  settings: KennitalaSettings;
  isCustomer(ssn: string): Promise<boolean>;
  register: NationalRegister;
}): KennitalaCheck => ({
  settings,
  settingsFor: (body, by) =>
    withRegisteredKennitalas(
      textsIn(body),
      settings,
      async (ssn) => (by === 'customer' && (await isCustomer(ssn))) || (await register.find(ssn)) === 'found',
    ),
});
