import type { TransactionOverview } from '@hofn/contracts';
import type { AccountFacts, Both, DocumentFacts, PolicyLine, Wordings } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { pick } from '../platform/language.ts';
import type { Document } from '../platform/pdf/document.ts';
import { certificateDocument } from '../policies/certificate.ts';
import { listDocument, type Reader } from '../policies/documents.ts';
import { policyOf, summaryOf } from '../policies/policies.ts';
import type { PolicyDetails } from '../policies/store.ts';
import { accountDocument } from '../transactions/files.ts';
import type { DocumentRow } from './list-store.ts';
import { decisionPaper, invoicePaper, renewalPaper, statementPaper } from './papers.ts';

type PolicyFacts = Extract<DocumentFacts, { kind: 'certificate' | 'renewal' }>;

/** A policy as it was on a day, without a later cancellation, or a request that was accepted since. */
export const asOf = <Row extends Pick<PolicyDetails, 'cancelledOn'>>(
  row: Row,
  day: string,
): Row & { acceptedEnd: null } => ({
  ...row,
  acceptedEnd: null,
  cancelledOn: row.cancelledOn !== null && row.cancelledOn <= day ? row.cancelledOn : null,
});

const lineOf = ({ name, insured, ...line }: PolicyLine, { language, today }: Reader) =>
  summaryOf(asOf({ ...line, name: name[language], insured: insured[language] }, today), today);

const accountOf = (
  { sums, items }: AccountFacts,
  language: Language,
): Pick<TransactionOverview, 'items' | 'sums'> => ({
  sums,
  items: items.map(({ description, policy, ...item }) => ({
    ...item,
    description: description[language],
    policy: policy && { ...policy, name: policy.name[language] },
  })),
});

/** The policy of frozen facts with the wordings of that day, in the shape of the policy screen. */
const policyIn = (
  { id, holder, policy, days, ...more }: PolicyFacts,
  { products, terms, premiumParts, itemFacts }: Wordings,
  language: Language,
): PolicyDetails => {
  const product = products[policy.product];
  if (!product) throw new Error(`The wordings have no product ${policy.product}`);
  const worded = (text: Both) => text[language];
  const chosen = new Map(policy.covers.map((cover) => [cover.id, cover]));
  const amounts = new Map(policy.parts.map((part) => [part.id, part.amount]));
  return {
    ...policy,
    ...days,
    acceptedEnd: null,
    // Only the screens of today need them.
    ...{ gaps: [], suspensions: [], earlierCover: [] },
    nextPeriod: 'nextPeriod' in more ? (more.nextPeriod ?? null) : null,
    id,
    group: product.group,
    ordinal: product.ordinal,
    name: worded(product.name),
    insured: policy.insured[language],
    holder,
    items: policy.items.map((item) => ({ ...item, name: worded(item.name) })),
    factTypes: itemFacts.map(({ label, ...fact }) => ({ ...fact, label: worded(label) })),
    covers: product.covers.map(({ id: coverId, kind, optional, name, description }) => {
      const own = chosen.get(coverId);
      return {
        id: coverId,
        name: worded(name),
        description: worded(description),
        isChoice: kind === 'cover' && optional,
        included: kind === 'cover' && (!optional || own !== undefined),
        sumInsured: own?.sumInsured ?? null,
        deductible: own?.deductible ?? null,
      };
    }),
    parts: premiumParts.flatMap(({ code, kind, name }) => {
      const amount = amounts.get(code);
      return amount === undefined ? [] : [{ name: worded(name), kind, amount }];
    }),
    terms: policy.termsCodes.flatMap((code) => {
      const edition = terms[code];
      if (!edition) return [];
      return [{ code: pick(language, code, edition.codeEn ?? code), title: worded(edition.title) }];
    }),
    benefits: product.benefits,
    deductibleText: product.deductible?.[language] ?? '',
  };
};

/**
 * A document from the facts frozen when it was issued: policyholder, figures and wordings of that day, whatever has happened
 * to the policy, claim or account since (rule HOLD-15).
 */
export const frozenDocument = (
  { title, id, periodFrom, periodTo }: DocumentRow,
  { facts, wordings }: { facts: DocumentFacts; wordings: Wordings | null },
  { subject, ...rest }: Reader,
): Document | undefined => {
  const reader = { ...rest, subject: { ...subject, ...facts.holder } };
  const { language, today } = reader;
  const period = periodFrom !== null && periodTo !== null ? { from: periodFrom, to: periodTo } : undefined;
  const policy = (of: PolicyFacts) => {
    if (!wordings) throw new Error(`The document ${id} has no wordings`);
    return policyOf(asOf(policyIn(of, wordings, language), today), language, today);
  };
  switch (facts.kind) {
    case 'certificate':
      return certificateDocument(policy(facts), reader);
    case 'renewal':
      return period && renewalPaper(policy(facts), title, period, reader);
    case 'invoice': {
      const covered = { ...reader, today: facts.dueDate };
      return invoicePaper(
        facts,
        facts.policies.map((line) => lineOf(line, covered)),
        title,
        reader,
      );
    }
    case 'claimDecision':
      return decisionPaper(
        {
          ...facts,
          title: facts.title[language],
          note: facts.note[language],
          payments: (facts.payments ?? []).map((payment) => ({ ...payment, title: payment.title[language] })),
          covers: (facts.covers ?? []).map((cover) => ({ ...cover, title: cover.title[language] })),
        },
        title,
        reader,
      );
    case 'transactionOverview':
      return period && accountDocument(accountOf(facts, language), { ...reader, period });
    case 'policyOverview':
      return listDocument(
        facts.policies.map((line) => lineOf(line, reader)),
        reader,
      );
    case 'annualStatement':
      return statementPaper(accountOf(facts, language), title, reader);
  }
};
