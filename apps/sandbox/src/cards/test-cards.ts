/** Behaviour of a test card at registration. Other numbers are refused, so that nobody enters a real card. */
export type AtRegistration = 'succeeds' | 'declines' | 'failsThreeDSecure' | 'neverAnswers';

/** The accepted card numbers. `chargesOf` has the behaviour of charges, by the last four digits. */
export const testCards: readonly { number: string; brand: string; does: AtRegistration }[] = [
  { number: '4242424242424242', brand: 'Visa', does: 'succeeds' },
  { number: '5555555555554444', brand: 'Mastercard', does: 'succeeds' },
  { number: '4000000000000002', brand: 'Visa', does: 'succeeds' },
  { number: '4000000000009995', brand: 'Visa', does: 'declines' },
  { number: '4000000000003220', brand: 'Visa', does: 'failsThreeDSecure' },
  { number: '4000000000000119', brand: 'Visa', does: 'neverAnswers' },
];

/** Behaviour of charges by the last four digits of the token; other cards are charged. */
export const chargesOf = { '0002': 'declines', '0119': 'neverAnswers', '7719': 'losesTheAnswer' } as const;

export const lastFour = (number: string): string => number.slice(-4);

/** Formats a card number in groups of four. */
export const inFours = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
