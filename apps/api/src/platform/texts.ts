import { createTranslator, type Language, type Translate } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { archive as archiveEn } from '@hofn/texts/catalogue/en/archive.ts';
import { audit as auditEn } from '@hofn/texts/catalogue/en/audit.ts';
import { authorityTexts as authorityEn } from '@hofn/texts/catalogue/en/authority.ts';
import { claimForm as claimFormEn } from '@hofn/texts/catalogue/en/claim-form.ts';
import {
  complaintDesk as complaintDeskEn,
  complaintMails as complaintMailsEn,
} from '@hofn/texts/catalogue/en/complaints.ts';
import { emails as emailsEn } from '@hofn/texts/catalogue/en/emails.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { financeTexts as financeEn } from '@hofn/texts/catalogue/en/finance.ts';
import { forms as formsEn } from '@hofn/texts/catalogue/en/forms.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { purchase as purchaseEn } from '@hofn/texts/catalogue/en/purchase.ts';
import { requestCase as requestCaseEn } from '@hofn/texts/catalogue/en/requests.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { archive as archiveIs } from '@hofn/texts/catalogue/is/archive.ts';
import { audit as auditIs } from '@hofn/texts/catalogue/is/audit.ts';
import { authorityTexts as authorityIs } from '@hofn/texts/catalogue/is/authority.ts';
import { claimForm as claimFormIs } from '@hofn/texts/catalogue/is/claim-form.ts';
import {
  complaintDesk as complaintDeskIs,
  complaintMails as complaintMailsIs,
} from '@hofn/texts/catalogue/is/complaints.ts';
import { emails as emailsIs } from '@hofn/texts/catalogue/is/emails.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import { financeTexts as financeIs } from '@hofn/texts/catalogue/is/finance.ts';
import { forms as formsIs } from '@hofn/texts/catalogue/is/forms.ts';
import { portal as portalIs } from '@hofn/texts/catalogue/is/portal.ts';
import { purchase as purchaseIs } from '@hofn/texts/catalogue/is/purchase.ts';
import { requestCase as requestCaseIs } from '@hofn/texts/catalogue/is/requests.ts';

// Texts of the portal that e-mails and documents share with its screens.
const portalGroups = [
  'access',
  'accessRole',
  'benefits',
  'caseForm',
  'caseKind',
  'claim',
  'claimStatus',
  'claims',
  'company',
  'companyActivity',
  'companyAgreement',
  'documents',
  'global',
  'matters',
  'offerStatus',
  'offers',
  'overview',
  'payment',
  'paymentPlan',
  'paymentStatus',
  'plural',
  'policy',
  'policyRequest',
  'actEffect',
  'byRule',
  'refusalGround',
  'ownerDecision',
  'policyStatus',
  'policyStatusText',
  'privacyKept',
  'receipt',
  'renewal',
  'requestState',
  'requests',
  'settings',
  'signing',
  'staffView',
  'table',
  'transactions',
  'travel',
  'views',
] as const;
type Group = (typeof portalGroups)[number];
const pick = <Texts extends Record<Group, unknown>>(texts: Texts): Pick<Texts, Group> =>
  Object.fromEntries(portalGroups.map((group) => [group, texts[group]])) as Pick<Texts, Group>;

type Own = typeof apiIs &
  typeof archiveIs &
  typeof auditIs &
  typeof authorityIs &
  typeof claimFormIs &
  typeof complaintDeskIs &
  typeof complaintMailsIs &
  typeof emailsIs &
  typeof errorsIs &
  typeof financeIs &
  typeof formsIs &
  typeof purchaseIs &
  typeof requestCaseIs &
  Pick<typeof portalIs, Group>;

/** Merges catalogues. @throws when two have a group of the same name, one of which would be lost */
const joined = (...catalogues: Record<string, object>[]): Own => {
  const all: Record<string, object> = {};
  for (const [name, group] of catalogues.flatMap(Object.entries<object>)) {
    if (name in all) throw new Error(`Two text groups are named ${name}`);
    all[name] = group;
  }
  return all as Own;
};

const translators: Record<Language, Translate<Own>> = {
  is: createTranslator(
    'is',
    joined(
      apiIs,
      archiveIs,
      auditIs,
      authorityIs,
      claimFormIs,
      complaintDeskIs,
      complaintMailsIs,
      emailsIs,
      errorsIs,
      financeIs,
      formsIs,
      purchaseIs,
      requestCaseIs,
      pick(portalIs),
    ),
  ),
  en: createTranslator(
    'en',
    joined(
      apiEn,
      archiveEn,
      auditEn,
      authorityEn,
      claimFormEn,
      complaintDeskEn,
      complaintMailsEn,
      emailsEn,
      errorsEn,
      financeEn,
      formsEn,
      purchaseEn,
      requestCaseEn,
      pick(portalEn),
    ),
  ),
};

/** The service's own texts in one language. */
export const textsIn = (language: Language): Translate<Own> => translators[language];
