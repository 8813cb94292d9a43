import { type Database, policies, policyItems, products, proofs } from '@hofn/database';
import { noon } from '../testing.ts';

/** A proof of Anna's that her car is insured, for her bank, and a statement of hers without claims. */
export const fillProof = async ({ db }: Database): Promise<void> => {
  const own = { customerId: 'anna', actorId: 'anna', language: 'is', issuedAt: noon } as const;
  const holder = { fullName: 'Anna Prófdóttir', ssn: '1402851489', isCompany: false };
  await db
    .insert(proofs)
    .values([
      {
        ...{ ...own, id: 'stadfesting1', kind: 'insurance', policyId: 'p1' },
        ...{ purpose: 'bank', recipientName: 'Prófbankinn' },
        ...{ recipientEmail: 'lan@banki.example', reference: 'Lán 0142-74' },
        facts: {
          kind: 'insurance',
          holder,
          policy: {
            ...{ number: '1000001', name: 'Kaskótrygging', insured: 'Toyota RAV4, ÞB X42' },
            ...{ validFrom: '2026-03-01', validTo: '2027-02-28', renewsOn: '2027-03-01', pausesAfter: null },
            ...{ sumInsured: null, deductible: 140_000 },
          },
          ...{ items: [], marks: ['ÞB X42'] },
          covers: [{ id: 'collision', name: 'Árekstur', sumInsured: null, deductible: null }],
        },
      },
      {
        ...{ ...own, id: 'vottord1', kind: 'claimsHistory' },
        facts: {
          ...{ kind: 'claimsHistory', holder, from: '2021-11-21', to: '2026-11-21', unlinked: 0 },
          policies: [
            {
              ...{ number: '1000020', insured: 'Toyota RAV4, ÞB X42', vehicles: [], from: '2026-03-01' },
              ...{ to: null, pauses: [], claims: [] },
            },
          ],
        },
      },
    ])
    .onConflictDoNothing();
};

/** Motor insurance that the law prescribes: Anna's of today, and one that ended when she sold the car. */
export const fillMotor = async ({ db }: Database): Promise<void> => {
  await db
    .insert(products)
    .values({
      ...{ id: 'motor-liability', group: 'vehicles', ordinal: 1, mandatory: true },
      ...{ nameIs: 'Lögboðin ökutækjatrygging', nameEn: 'Mandatory motor insurance' },
      ...{ deductibleIs: '', deductibleEn: '', termsCodes: [], benefits: [] },
    })
    .onConflictDoNothing();
  const policy = {
    ...{ customerId: 'anna', productId: 'motor-liability', premiumPerYear: 90_000, termsCodes: [] },
    ...{ instalmentsPerYear: 12, instalmentFeePercent: 2.25 },
  };
  await db
    .insert(policies)
    .values([
      {
        ...{ ...policy, id: 'm1', number: '1000020', validFrom: '2026-03-01', validTo: '2027-02-28' },
        ...{ insuredIs: 'Toyota RAV4, ÞB X42', insuredEn: 'Toyota RAV4, ÞB X42' },
      },
      {
        ...{ ...policy, id: 'm2', number: '1000021', validFrom: '2022-05-01', validTo: '2023-04-30' },
        ...{ insuredIs: 'Nissan Micra, ZR T64', insuredEn: 'Nissan Micra, ZR T64' },
        ...{ cancelledOn: '2023-04-01', renews: false },
      },
    ])
    .onConflictDoNothing();
  await db
    .insert(policyItems)
    .values({
      ...{ customerId: 'anna', policyId: 'm1', id: 'i1', kind: 'vehicle' },
      ...{ nameIs: 'Toyota RAV4', nameEn: 'Toyota RAV4', facts: { plate: 'ÞB X42' } },
    })
    .onConflictDoNothing();
};
