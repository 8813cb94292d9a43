import { hash } from 'node:crypto';
import { coreFiles, type Database } from '@hofn/database';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { signedContent } from '../signing/testing/fill.ts';
import { noon } from '../testing.ts';

/** The content of a PDF that a core system sends. */
export const examplePdf = Buffer.from(plainPdf);

const stored = hash('sha256', signedContent);
const twice = (text: string) => ({ is: text, en: text });

/** The files that the examples name, as sent by the source `kerfi`. For tests only. */
export const fillCoreFiles = async ({ db }: Database): Promise<void> => {
  await db.insert(coreFiles).values({ source: 'kerfi', file: stored, sentAt: noon }).onConflictDoNothing();
};

/** Examples of facts that other systems send, by call. For tests only. */
export const coreBodies: Record<string, object> = {
  putOffer: {
    version: 1,
    facts: {
      customer: '1402851489',
      number: 'TB-1',
      product: 'kasko',
      premiumPerYear: 90_000,
      premiumParts: [{ id: 'base', amount: 90_000 }],
      instalmentsPerYear: 12,
      effectiveOn: '2026-12-01',
      validTo: '2026-12-20',
      tariff: 'test-1',
      offeredAt: '2026-11-20T10:00:00Z',
    },
  },
  putDocument: {
    version: 1,
    facts: {
      customer: '1402851489',
      title: twice('Bréf'),
      issuedOn: '2026-11-20',
      files: { is: stored, en: stored },
    },
  },
  putDocumentToSign: {
    version: 1,
    facts: {
      customer: '1402851489',
      title: twice('Samningur'),
      issuedOn: '2026-11-20',
      signBy: '2026-12-20',
      files: { is: stored, en: stored },
    },
  },
  putProduct: {
    version: 1,
    facts: {
      code: 'bike',
      group: 'home',
      ordinal: 90,
      name: twice('Hjólatrygging'),
      deductible: twice('Föst fjárhæð.'),
      covers: [{ id: 'theft', kind: 'cover', name: twice('Þjófnaður'), description: twice('Þjófnaður.') }],
    },
  },
  putTerms: { version: 1, facts: { code: 'HJ10', title: twice('Hjólatrygging'), validFrom: '2026-01-01' } },
  putPremiumPartType: {
    version: 1,
    facts: { code: 'helmet', kind: 'discount', ordinal: 90, name: twice('Hjálmaafsláttur') },
  },
  putItemFactType: {
    version: 1,
    facts: { code: 'frame', format: 'text', ordinal: 90, label: twice('Stell') },
  },
  putTariff: {
    version: 1,
    facts: {
      edition: '2030-1',
      validFrom: '2030-01-01',
      tables: {
        instalmentFeePercent: { 1: 0 },
        discountPercent: {},
        publicChargePermille: {},
        travelDayWeights: {},
        factors: { area: { town: 1 } },
        products: { kasko: { measure: 'value', permille: 15, factors: ['area'] } },
        driveScore: {
          product: 'kasko',
          monthly: { liability: 7000, liabilityAndKasko: 11_000 },
          floor: 0.4,
          exponent: 2,
          kilometreFloor: 0.5,
          kilometreKnee: 1000,
        },
      },
    },
  },
  putClaim: {
    version: 1,
    facts: {
      customer: '1402851489',
      number: 'TJ-1',
      title: twice('Árekstur'),
      status: 'received',
      dateOfLoss: '2026-11-17',
      events: [{ sequence: 0, status: 'received', at: '2026-11-18T09:30:00Z', role: 'system' }],
    },
  },
};
