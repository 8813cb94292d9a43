import { formatDate, type Language } from '@hofn/texts';
import { effectiveDays } from '../company/company.ts';
import { Fault } from '../platform/fault.ts';
import { kindOf } from './requests.ts';
import type { RequestRow } from './store.ts';

export type DayRange = { from: string; to: string };

const earlier = (day: string | undefined, other: string): string | undefined =>
  day !== undefined && day > other ? other : day;

/**
 * Days from which a request may be accepted: from the day it was made, or asked for, until a year ahead; another cover from
 * today, since nobody was covered or charged before the answer; an offer on the day that the customer accepted, a
 * withdrawal on the day that it was sent, and a plan, whose days the core counts from the answer, likewise.
 */
export const daysToAccept = (request: RequestRow, today: string, validFrom?: string): DayRange => {
  if (kindOf(request) === 'offer' || request.kind === 'withdraw' || request.kind === 'plan')
    return { from: request.effectiveOn, to: request.effectiveOn };
  // A vehicle may have been sold before the customer told us.
  const [requestedOn = today] =
    request.kind === 'cover' ? [today] : [request.createdAt.slice(0, 10), request.effectiveOn].toSorted();
  // A policy that has been renewed since then covered on the day that was asked for.
  const covered = request.kind === 'cover' ? validFrom : earlier(validFrom, request.effectiveOn);
  const from = covered !== undefined && covered > requestedOn ? covered : requestedOn;
  const [to = today] = [effectiveDays(today).to, request.effectiveOn].toSorted().toReversed();
  return { from, to };
};

/** Checks that a request is accepted from one of these days. @throws Fault `validation` naming `effectiveOn` */
export const expectDay = (day: string, { from, to }: DayRange, language: Language): void => {
  if (day >= from && day <= to) return;
  const params = { from: formatDate(language, from), to: formatDate(language, to) };
  throw new Fault('validation', { fields: [{ path: 'effectiveOn', reason: 'dayBetween', params }] });
};
