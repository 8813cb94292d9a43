import { cleanIdentifier } from './typed-text.ts';

/** Who asks the customer for a proof of insurance. */
export const proofPurposes = ['bank', 'landlord', 'leasing', 'authority', 'other'] as const;
export type ProofPurpose = (typeof proofPurposes)[number];

/** Longest name of a recipient, and longest number that they know the loan, contract or thing by. */
export const longestRecipient = 80;
export const longestReference = 40;

/** What mail programs turn into a link. */
const addressLike = /[\p{L}\p{N}]\.\p{L}{2,}|www\.|@|\/\/|:/iu;
const nameLike = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’()+-]*$/u;
/** More words than a name has make a sentence. */
const mostWords = 6;
const referenceWord = /^[\p{L}\p{M}]{1,12}$/u;
/** A number with letters of its own, such as `F2345678` or `0142-74-123456`. */
const referenceNumber = /^#?(?=.*\d)[\p{L}\p{N}]+([./-][\p{L}\p{N}]+)*$/u;
const letters = /\p{L}{5,}/u;
/** Seven digits that stand alone, as telephone numbers are written, also with the country’s code. */
const phoneLike = /(?<![\p{L}\p{N}/-])(?:(?:00)?354[ .-]?)?\d{3}[ .-]?\d{2}[ .-]?\d{2}(?![\p{L}\p{N}/-])/u;
const longNumber = /\d[\d -]{4,}\d/;

/**
 * Whether a text is a name that may stand in an e-mail to somebody else: no links, addresses or telephone numbers, so that the
 * e-mail cannot be made to say anything of the sender's own.
 */
export const isRecipientName = (text: string): boolean =>
  text.length <= longestRecipient &&
  nameLike.test(text) &&
  text.split(' ').length <= mostWords &&
  !addressLike.test(text) &&
  !longNumber.test(text);

/**
 * Whether a text is a number of a loan, a contract or a registration: at most one word and then numbers, of which none is a
 * telephone number, and nothing that becomes a link.
 */
export const isProofReference = (text: string): boolean => {
  const parts = text.split(' ');
  const words = parts.filter((part) => referenceWord.test(part));
  const numbers = parts.filter((part) => referenceNumber.test(part) && !letters.test(part));
  return (
    text.length <= longestReference &&
    words.length <= 1 &&
    numbers.length > 0 &&
    words.length + numbers.length === parts.length &&
    !addressLike.test(text) &&
    !phoneLike.test(text)
  );
};

/** A typed name or reference with plain spaces and dashes. */
export const cleanProofText = (text: string): string => cleanIdentifier(text);
