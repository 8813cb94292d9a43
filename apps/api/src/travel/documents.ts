import type { TravelCard, TravelConfirmation, Traveller } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { textsIn } from '../platform/texts.ts';

const idOf = ({ ssn, birthDate }: Traveller, language: Language): string => {
  if (ssn !== null) return formatKennitala(ssn);
  return birthDate === null ? '' : formatDate(language, birthDate);
};

const commonFacts = (card: TravelCard, language: Language): Array<{ name: string; value: string }> => {
  const t = textsIn(language);
  return [
    { name: t('travel|holder'), value: card.holder },
    { name: t('travel|number'), value: card.number },
    {
      name: t('travel|period'),
      value: t('policy|periodOf', {
        from: formatDate(language, card.validFrom),
        to: formatDate(language, card.validTo),
      }),
    },
    { name: t('travel|area'), value: card.area },
    ...(card.longestTripDays === null
      ? []
      : [{ name: t('travel|longestTrip'), value: t('plural|days', { n: card.longestTripDays }) }]),
    ...(card.medicalSum === null
      ? []
      : [{ name: t('travel|medicalSum'), value: formatMoney(language, card.medicalSum) }]),
    { name: t('travel|emergency'), value: card.emergencyPhone },
  ];
};

const travellerBlocks = (card: TravelCard, language: Language): Block[] => {
  const t = textsIn(language);
  return [
    { kind: 'heading', text: t('travel|travellers') },
    {
      kind: 'table',
      columns: [
        { heading: t('travel|name'), share: 3 },
        { heading: t('travel|id'), share: 2 },
      ],
      rows: card.travellers.map((traveller) => [traveller.name, idOf(traveller, language)]),
    },
  ];
};

const checkBlocks = (card: TravelCard, language: Language): Block[] => {
  const t = textsIn(language);
  return [
    { kind: 'heading', text: t('travel|verify') },
    { kind: 'text', text: t('travel|verifyText', { code: card.checkCode }) },
    { kind: 'text', text: card.checkUrl },
  ];
};

// Another person's name at the top would look like the reader's; the facts say who the policyholder is.
const leadOf = ({ holder, isOwn }: TravelCard, language: Language, day: string): string[] => [
  ...(isOwn ? [holder] : []),
  textsIn(language)('paper|issued', { date: formatDate(language, day) }),
];

/** The travel card as a document: who is insured, for what, where to call, how to verify it. */
export const cardDocument = (card: TravelCard, language: Language, today: string): Document => {
  const t = textsIn(language);
  return {
    language,
    title: t('travel|cardTitle'),
    lead: leadOf(card, language, today),
    blocks: [
      { kind: 'facts', items: commonFacts(card, language) },
      ...travellerBlocks(card, language),
      { kind: 'heading', text: t('policy|covers') },
      {
        kind: 'table',
        columns: [
          { heading: t('policy|cover'), share: 3 },
          { heading: t('policy|sumInsured'), share: 2, figures: true },
          { heading: t('policy|deductible'), share: 2, figures: true },
        ],
        rows: card.covers.map(({ name, sumInsured, deductible }) => [
          name,
          sumInsured === null ? '' : formatMoney(language, sumInsured),
          deductible === null ? '' : formatMoney(language, deductible),
        ]),
      },
      ...checkBlocks(card, language),
    ],
  };
};

/** The visa confirmation as a document: the cover, the persons and the days. */
export const confirmationDocument = (confirmation: TravelConfirmation, language: Language): Document => {
  const t = textsIn(language);
  return {
    language,
    title: t('travel|visaPaperTitle'),
    lead: leadOf(confirmation, language, confirmation.issuedOn),
    blocks: [
      { kind: 'text', text: t('travel|toWhom', { company: company.name }) },
      { kind: 'list', items: confirmation.statements },
      { kind: 'facts', items: commonFacts(confirmation, language) },
      ...travellerBlocks(confirmation, language),
      ...checkBlocks(confirmation, language),
    ],
  };
};
