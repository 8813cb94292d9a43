import { hash } from 'node:crypto';
import type { OfferState, OffersPending, Proposal } from '@hofn/contracts';
import type { proposals } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { totalOf } from '@hofn/insurance/rating.ts';
import { dayOfInstant, foldForSearch, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { isoInstant } from '../platform/instant.ts';
import type { OfferStore, ProposalDetails } from './store.ts';

/** Days that an expired offer is still listed. */
const expiredDays = 30;

const stateOf = (row: typeof proposals.$inferSelect, today: string): OfferState =>
  row.state === 'pending' && row.validTo < today ? 'expired' : row.state;

const summaryOf = (row: typeof proposals.$inferSelect, name: string, language: Language, today: string) => ({
  id: row.id,
  number: row.number,
  name,
  insured: language === 'is' ? row.insuredIs : row.insuredEn,
  state: stateOf(row, today),
  validTo: row.validTo,
  effectiveOn: row.effectiveOn,
});

/** Offers that await an answer, and those that expired within a month. */
export const pendingOffers = (
  rows: Awaited<ReturnType<OfferStore['unanswered']>>,
  language: Language,
  today: string,
): OffersPending => ({
  items: rows
    .filter(({ proposal }) => proposal.validTo >= addDays(today, -expiredDays))
    .map(({ proposal, name, premiumNow }) => ({
      ...summaryOf(proposal, name, language, today),
      premiumPerYear: totalOf(proposal.parts),
      premiumNow,
    })),
});

/** Filter and order of a list of offers (rule PORT-19). */
type OfferFilter = {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: 'pending' | 'expired' | undefined;
  sort: 'ends' | 'premium';
};

/** Filters and sorts offers; the period is matched against their last day. */
export const filterOffers = (
  { items }: OffersPending,
  { search, from, to, state, sort }: OfferFilter,
): OffersPending => {
  const needle = foldForSearch(search ?? '');
  const found = items.filter(
    (offer) =>
      (state === undefined || offer.state === state) &&
      (from === undefined || offer.validTo >= from) &&
      (to === undefined || offer.validTo <= to) &&
      foldForSearch(`${offer.name} ${offer.number} ${offer.insured ?? ''}`).includes(needle),
  );
  return {
    items: sort === 'ends' ? found : found.toSorted((a, b) => b.premiumPerYear - a.premiumPerYear),
  };
};

/** A proposal compared with today's policy, and the hash of what is shown: state and answer are not part of the hash. */
export const proposalOf = (row: ProposalDetails, language: Language, today: string): Proposal => {
  const { proposal, now } = row;
  const offeredParts = new Map(proposal.parts.map(({ id, amount }) => [id, amount]));
  const nowParts = new Map((now?.parts ?? []).map(({ kind, name, amount }) => [`${kind} ${name}`, amount]));
  const { state, ...summary } = summaryOf(proposal, row.name, language, today);
  const shown = {
    ...summary,
    policy: now ? { id: now.id, number: now.number } : null,
    offeredOn: dayOfInstant(new Date(proposal.createdAt)),
    needs: proposal.needs.map((need) => need[language]),
    premiumPerYear: { offered: totalOf(proposal.parts), now: now?.premiumPerYear ?? null },
    deductible: { offered: proposal.deductible, now: now?.deductible ?? null },
    sumInsured: { offered: proposal.sumInsured, now: now?.sumInsured ?? null },
    parts: row.parts.flatMap(({ code, kind, name }) => {
      const offered = offeredParts.get(code) ?? null;
      const before = nowParts.get(`${kind} ${name}`) ?? null;
      return offered === null && before === null ? [] : [{ name, kind, offered, now: before }];
    }),
    instalmentsPerYear: proposal.instalmentsPerYear,
    covers: row.covers
      .filter(({ kind }) => kind === 'cover')
      .map(({ id, name, description }) => {
        const offered = proposal.covers.find((cover) => cover.id === id);
        const current = now?.covers.find((cover) => cover.id === id && cover.included);
        const sumsOf = ({
          sumInsured,
          deductible,
        }: {
          sumInsured: number | null;
          deductible: number | null;
        }) => ({
          sumInsured,
          deductible,
        });
        return {
          id,
          name,
          description,
          offered: offered ? sumsOf(offered) : null,
          now: current ? sumsOf(current) : null,
        };
      }),
    exclusions: row.covers
      .filter(({ kind }) => kind === 'exclusion')
      .map(({ id, name, description }) => ({ id, name, description })),
    deductibleText: row.deductibleText,
    terms: proposal.termsCodes.flatMap((code) => {
      const edition = row.editions.find((row) => row.code === code);
      if (!edition) return [];
      const path = pathOf('termsByCode', language, { code: edition.shown });
      return [{ code: edition.shown, title: edition.title, path }];
    }),
  };
  return {
    ...shown,
    state,
    answeredAt: proposal.answeredAt === null ? null : isoInstant(proposal.answeredAt),
    request: null,
    shown: hash('sha256', JSON.stringify([proposal.customerId, language, shown])),
  };
};
