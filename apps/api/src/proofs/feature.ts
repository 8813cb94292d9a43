import { proofCodes, proofs } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { sweep } from '../platform/sweep.ts';
import type { Services } from '../services.ts';
import { createProofCodes } from './codes.ts';
import { createHistory } from './history-facts.ts';
import { historyHandlers } from './history-routes.ts';
import { proofMails } from './mails.ts';
import { dailyMost, proofHandlers } from './routes.ts';
import { createProofStore } from './store.ts';

/** Months: a proof as long as the e-mails with it; its code, which is about nobody, as long as claims may be made (Act 30/2004). */
const retention = { proofs: 48, codes: 120 } as const;

const proofParts = ({ db, settings, site }: Pick<Services, 'db' | 'settings' | 'site'>) => {
  const store = createProofStore(db);
  return { store, codes: createProofCodes({ store, secret: settings.CHECK_CODE_SECRET, site }) };
};

/** Papers that customers have made for others, which anyone can check by a code. */
export const proof = defineFeature({
  name: 'proofs',
  handlers: (services) => {
    const parts = { ...services, ...proofParts(services) };
    const made = services.dailyLimit('proofs made', dailyMost.made);
    const sent = services.dailyLimit('proofs sent', dailyMost.sent);
    return {
      ...proofHandlers({ ...parts, limits: { made, sent } }),
      ...historyHandlers({ ...parts, history: createHistory(services.db), made, most: dailyMost.made }),
    };
  },
  mails: (services) => proofMails({ ...services, ...proofParts(services) }),
  jobs: [
    {
      name: 'proofs.forget',
      at: '23 3 * * *',
      run: async ({ db, clock }) => {
        const before = (months: number) => addMonths(dayOfInstant(clock.now()), -months);
        await sweep(db, proofs, sql`${proofs.issuedAt} < ${before(retention.proofs)}::timestamptz`);
        await sweep(db, proofCodes, sql`${proofCodes.issuedAt} < ${before(retention.codes)}::timestamptz`);
      },
    },
  ],
  personalData: {
    holdings: [ownRows(proofs.customerId)],
    leftOut: { proof_codes: 'codes' },
    mentions: [{ column: proofs.actorId, at: proofs.issuedAt, by: 'id' }],
    // What it says is in the policy too, and no law asks us to keep to whom it was shown.
    erasure: ({ ownRows: own, isCustomer }) => [
      { table: proofs, where: own(proofs.customerId), when: 'requested' },
      ...(isCustomer ? [] : [{ table: proofs, where: own(proofs.customerId), when: 'always' as const }]),
    ],
  },
});
