import type { ClaimReferral } from '@hofn/domain/claim-rules.ts';

/** Why the rules leave a claim to somebody, as an employee reads it. */
export const referralTexts: Readonly<Record<ClaimReferral, { is: string; en: string }>> = {
  everythingReferred: {
    is: 'Starfsfólk fer nú yfir öll mál.',
    en: 'Our staff are reviewing all claims at the moment.',
  },
  noRule: {
    is: 'Engin regla á við þetta tjón.',
    en: 'No rule is about this kind of loss.',
  },
  noAmount: {
    is: 'Viðskiptavinurinn nefndi enga fjárhæð.',
    en: 'The customer named no amount.',
  },
  notCovered: {
    is: 'Ekki er ljóst hvaða trygging bætir tjónið, eða hún var ekki í gildi á tjónsdegi.',
    en: 'It is not clear which policy pays for the loss, or it was not in force on that day.',
  },
  nothingPayable: {
    is: 'Ekkert kemur til greiðslu eftir eigin áhættu.',
    en: 'Nothing is payable after the deductible.',
  },
  aboveLimit: {
    is: 'Fjárhæðin er hærri en reglurnar leyfa.',
    en: 'The amount is above what the rules allow.',
  },
  lateReport: {
    is: 'Tjónið var tilkynnt seint.',
    en: 'The loss was reported late.',
  },
  oldItems: {
    is: 'Munirnir eru það gamlir að meta þarf afskriftir, eða aldur þeirra vantar.',
    en: 'The things are old enough to have lost value, or their age is not stated.',
  },
  earlierClaims: {
    is: 'Viðskiptavinurinn á fleiri tjón á síðasta ári.',
    en: 'The customer has other claims in the last year.',
  },
  noPapers: {
    is: 'Engin mynd eða gögn fylgdu tilkynningunni.',
    en: 'No photo or paper came with the report.',
  },
  dayLimit: {
    is: 'Reglurnar hafa greitt það sem þær mega í dag.',
    en: 'The rules have paid as much as they may today.',
  },
  sampled: {
    is: 'Málið var valið af handahófi til yfirferðar.',
    en: 'The claim was drawn at random for a review.',
  },
};
