/** What a test card does when it is registered. Nothing but these is taken: nobody types a card of their own here. */
export type AtRegistration = 'succeeds' | 'declines' | 'failsThreeDSecure' | 'neverAnswers';

/** The numbers that the page takes; what their charges do goes by their last four figures, `chargesOf`. */
export const testCards: readonly { number: string; brand: string; does: AtRegistration }[] = [
  { number: '4242424242424242', brand: 'Visa', does: 'succeeds' },
  { number: '5555555555554444', brand: 'Mastercard', does: 'succeeds' },
  { number: '4000000000000002', brand: 'Visa', does: 'succeeds' },
  { number: '4000000000009995', brand: 'Visa', does: 'declines' },
  { number: '4000000000003220', brand: 'Visa', does: 'failsThreeDSecure' },
  { number: '4000000000000119', brand: 'Visa', does: 'neverAnswers' },
];

/** What charging a card does, by the last four figures that its token ends in; every other card is charged. */
export const chargesOf = { '0002': 'declines', '0119': 'neverAnswers', '7719': 'losesTheAnswer' } as const;

export const lastFour = (number: string): string => number.slice(-4);

/** A number as it stands on a card, in fours. */
export const inFours = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
