import { cleanIdentifier } from './typed-text.ts';

/** Who asks the customer for a proof of insurance. */
export const proofPurposes = ['bank', 'landlord', 'leasing', 'authority', 'other'] as const;
export type ProofPurpose = (typeof proofPurposes)[number];

/** Longest name of a recipient, and longest number that they know the loan, contract or thing by. */
export const longestRecipient = 80;
export const longestReference = 40;

/** What mail programs turn into a link. */
const addressLike = /[\p{L}\p{N}]\.\p{L}{2,}|www\.|@|\/\/|:/iu;
const nameLike = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+-]*$/u;
const referenceLike = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .#/-]*$/u;
const longNumber = /\d[\d -]{4,}\d/;

/**
 * Whether a text is a name that may stand in an e-mail to somebody else: no links, addresses or telephone numbers, so that the
 * e-mail cannot be made to say anything of the sender's own.
 */
export const isRecipientName = (text: string): boolean =>
  text.length <= longestRecipient && nameLike.test(text) && !addressLike.test(text) && !longNumber.test(text);

/** Whether a text is a number of a loan, a contract or a registration: it has a digit and nothing that becomes a link. */
export const isProofReference = (text: string): boolean =>
  text.length <= longestReference && referenceLike.test(text) && /\d/.test(text) && !addressLike.test(text);

/** A typed name or reference with plain spaces and dashes. */
export const cleanProofText = (text: string): string => cleanIdentifier(text);
