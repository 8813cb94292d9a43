import { type KennitalaSettings, withRegistered } from '@hofn/domain';

/** The national register, as far as we ask it. */
export type NationalRegister = {
  /** Whether it has a kennitala (ten digits); `unknown` when it does not answer. */
  find(ssn: string): Promise<'found' | 'notFound' | 'unknown'>;
};

/** Longer than any way to write a kennitala. */
const longest = 40;

/** Every short text in a body, wherever it is. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length <= longest ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** How calls check the kennitala numbers that they are sent. */
export type KennitalaCheck = {
  /** As the forms check them, without a register. */
  settings: KennitalaSettings;
  /** The settings for what one call was sent: an id that is registered passes without its check digit (rule KT-9). */
  settingsFor(sent: unknown, by: 'visitor' | 'customer'): Promise<KennitalaSettings>;
};

/**
 * Makes the check. Who is signed in may name our customers without the national register, which may be silent; a visitor
 * may not, since the answer would show who is a customer.
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
  settingsFor: (sent, by) =>
    withRegistered(
      textsIn(sent),
      settings,
      async (ssn) => (by === 'customer' && (await isCustomer(ssn))) || (await register.find(ssn)) === 'found',
    ),
});
