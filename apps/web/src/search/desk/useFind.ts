import type { FoundCase, FoundCustomer } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { isLongEnoughToFind } from '@hofn/domain/find.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { kindOf, type Texts, titleOf } from '../../parts/case-titles.ts';
import { useApi } from '../../session/index.ts';

export type FoundOption = { path: string; title: string; description: string };
export type FoundByDesk = {
  /** `none` while nothing can be searched for; `short` where something was typed. */
  state: 'none' | 'short' | 'searching' | 'found' | 'failed';
  customers: FoundOption[];
  cases: FoundOption[];
  hasMore: boolean;
};

/** The API records each search that shows somebody, so only what the reader has stopped at is sent. */
const pauseMs = 300;

const customerOption = (t: Texts, { id, name, ssn, town, by }: FoundCustomer): FoundOption => ({
  path: pathOf('staff.customer', t.language, { id }),
  title: name,
  description: [formatKennitala(ssn), town, by === 'name' ? null : t(`find|by.${by}`)]
    .filter(Boolean)
    .join(' · '),
});

const caseOption = (t: Texts, found: FoundCase): FoundOption => ({
  path: pathOf('staff.case', t.language, { id: found.id }),
  title: titleOf(t, found),
  description: [
    found.about === null || found.request ? null : kindOf(t, found),
    found.sender,
    found.reference,
    t(`find|state.${found.state}`),
    formatDate(t.language, dayOfInstant(new Date(found.openedAt)), 'medium'),
  ]
    .filter(Boolean)
    .join(' · '),
});

const nothing = { customers: [], cases: [], hasMore: false };

/** Searches for customers and cases while staff type (rule ROLE-6); an answer is shown only for its own question. */
export const useFind = (question: string): FoundByDesk => {
  const t = useTexts<'staff'>();
  const api = useApi();
  const q = question.trim();
  const isLongEnough = isLongEnoughToFind(q);
  const [answer, setAnswer] = useState<{ q: string; found: FoundByDesk }>();

  useEffect(() => {
    if (!isLongEnough) return;
    const controller = new AbortController();
    const settle = (found: FoundByDesk) => controller.signal.aborted || setAnswer({ q, found });
    const timer = setTimeout(() => {
      api.get('/api/staff/v1/find', { query: { q }, signal: controller.signal }).then(
        (found) =>
          settle({
            state: 'found',
            customers: found.customers.map((customer) => customerOption(t, customer)),
            cases: found.cases.map((item) => caseOption(t, item)),
            hasMore: found.moreCustomers || found.moreCases,
          }),
        () => settle({ state: 'failed', ...nothing }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, isLongEnough, q, t]);

  if (!isLongEnough) return { state: q === '' ? 'none' : 'short', ...nothing };
  return answer?.q === q ? answer.found : { state: 'searching', ...nothing };
};
