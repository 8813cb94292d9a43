import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { askService, type Service } from '../platform/ask.ts';
import { Fault } from '../platform/fault.ts';

/** How long a verification may be used, in milliseconds (rule PAY-9). */
export const verificationMs = 480_000;

/** What the card service says of a card, signed. The pattern lets no card number through (rule PAY-9). */
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
   * Tells the card service that a verification is expected.
   * @param asked.origin of the page that is told what came of it
   * @returns the page where the card is entered
   * @throws Fault `serviceUnavailable` when there is no answer
   */
  begin(asked: {
    verificationId: string;
    origin: string;
    language: Language;
    expiresAt: string;
  }): Promise<string>;
  /** What was signed of a card; nothing when the signature or what it is of does not hold. */
  read(verificationId: string, data: string, hash: string): VerifiedCard | undefined;
};

/** HMAC-SHA256 over id and data with the merchant's key, which the card service and we alone have. */
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
export const httpVerifications = (service: Service): Verifications => ({
  begin: async (asked) => {
    try {
      const answer = await askService(service, 'verifications', asked);
      return z.object({ paymentLink: z.url({ protocol: /^https?$/ }) }).parse(answer).paymentLink;
    } catch (cause) {
      throw new Fault('serviceUnavailable', { cause });
    }
  },
  read: (verificationId, data, hash) => {
    // Without a key anyone could sign.
    if (service.key === '') return undefined;
    const expected = hashOf(service.key, verificationId, data);
    const given = Buffer.from(hash, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return verified.safeParse(parse(data)).data;
  },
});
