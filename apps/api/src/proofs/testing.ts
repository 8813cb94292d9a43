import { type Database, proofs } from '@hofn/database';
import { noon } from '../testing.ts';

/** A proof of Anna's that her car is insured, for her bank. */
export const fillProof = async ({ db }: Database): Promise<void> => {
  await db
    .insert(proofs)
    .values({
      ...{ customerId: 'anna', id: 'stadfesting1', kind: 'insurance', policyId: 'p1', actorId: 'anna' },
      ...{ language: 'is', purpose: 'bank', recipientName: 'Landsbankinn', issuedAt: noon },
      ...{ recipientEmail: 'lan@banki.example', reference: 'Lán 0142-74' },
      facts: {
        kind: 'insurance',
        holder: { fullName: 'Anna Prófdóttir', ssn: '1402851489' },
        policy: {
          ...{ number: '1000001', name: 'Kaskótrygging', insured: 'Toyota RAV4, ÞB X42' },
          ...{ validFrom: '2026-03-01', validTo: '2027-02-28', renewsOn: '2027-03-01', pausesAfter: null },
          ...{ sumInsured: null, deductible: 140_000 },
        },
        items: [],
        covers: [{ id: 'collision', name: 'Árekstur', sumInsured: null, deductible: null }],
      },
    })
    .onConflictDoNothing();
};
