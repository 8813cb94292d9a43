import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { Fault } from '../platform/fault.ts';
import { type PartnerService, postToPartner } from '../platform/partner-http.ts';

/** How long a verification may be used, in milliseconds (rule PAY-9). */
export const verificationMs = 480_000;

/** The card service's result for a card, signed. The patterns let no card number through (rule PAY-9). */
const verified = z.object({
  outcome: z.enum(['verified', 'declined']),
  token: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/)
    .refine((token) => !/\d{12}/.test(token)),
  cardNumberMasked: z.string().regex(/^•••• \d{4}$/),
  expires: z.string().regex(/^(0[1-9]|1[0-2])\/\d\d$/),
  brand: z.string().min(1).max(20).regex(/^\D+$/),
});
export type VerifiedCard = z.infer<typeof verified>;

export type Verifications = {
  /**
   * Announces a verification to the card service.
   * @param request.origin origin of the page that receives the outcome
   * @returns address of the page where the card is entered
   * @throws Fault `serviceUnavailable` when the card service does not respond
   */
  begin(request: {
    verificationId: string;
    origin: string;
    language: Language;
    expiresAt: string;
  }): Promise<string>;
  /** The signed result; undefined when the signature or the result is invalid. */
  read(verificationId: string, data: string, hash: string): VerifiedCard | undefined;
};

/** HMAC-SHA256 over id and data with the merchant's key, which only the card service and we have. */
export const hashOf = (key: string, verificationId: string, data: string): Buffer =>
  createHmac('sha256', key).update(`${verificationId}.${data}`).digest();

const parse = (data: string): unknown => {
  try {
    return JSON.parse(Buffer.from(data, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Verifications of a card service over HTTP (`POST verifications`), with our key as bearer. */
export const httpVerifications = (service: PartnerService): Verifications => ({
  begin: async (request) => {
    try {
      const response = await postToPartner(service, 'verifications', request);
      return z.object({ paymentLink: z.url({ protocol: /^https?$/ }) }).parse(response).paymentLink;
    } catch (cause) {
      throw new Fault('serviceUnavailable', { cause });
    }
  },
  read: (verificationId, data, hash) => {
    // With an empty key anyone could sign.
    if (service.key === '') return undefined;
    const expected = hashOf(service.key, verificationId, data);
    const given = Buffer.from(hash, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return verified.safeParse(parse(data)).data;
  },
});
