import type { AccessGrant } from '@hofn/contracts';
import { dayOfInstant } from '@hofn/texts';
import { type GrantFilter, narrowGrants } from '@hofn/texts/narrow-grants.ts';
import { SelectField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { activeIn, ListFilters, PeriodField } from '../../parts/list/ListFilters.tsx';
import { daysOf, type Period, upsideDown, wholeTime } from '../../parts/list/period.ts';
import { useNow } from '../../parts/useNow.ts';

type Fields = Period & Pick<GrantFilter, 'search' | 'state' | 'sort'>;

const noFilter: Fields = { ...wholeTime, search: '', state: '', sort: 'newest' };

const states = ['active', 'ended'] as const;
const sorts = ['newest', 'ends', 'name'] as const;

/** Fields that narrow and order a list of permits, and the permits that remain. A single permit needs no fields. */
export const useGrantFilter = <Grant extends AccessGrant>(grants: readonly Grant[]) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useState(noFilter);
  const set = (part: Partial<Fields>) => setFilter({ ...filter, ...part });
  const clear = () => setFilter(noFilter);
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const fault = upsideDown(days) ? t('transactions|toBeforeFrom') : undefined;
  const active = activeIn(filter, noFilter);
  const { search, state, sort } = filter;
  const narrowed = { search, state, sort, ...(!fault && days) };
  const shown = narrowGrants(grants, narrowed);
  const fields = grants.length > 1 && (
    <ListFilters
      search={{ label: t('access|search'), placeholder: t('access|searchHint'), value: filter.search }}
      onSearch={(search) => set({ search })}
      onClear={clear}
      active={active}
      columns={3}
    >
      <PeriodField label={t('access|filterPeriod')} period={filter} onChange={set} fault={fault} />
      <SelectField
        label={t('table|state')}
        value={filter.state}
        onChange={({ target }) => set({ state: states.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t('access|allStates') },
          ...states.map((value) => ({ value, label: t(`access|state.${value}`) })),
        ]}
      />
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) => set({ sort: sorts.find((one) => one === target.value) ?? 'newest' })}
        options={sorts.map((value) => ({ value, label: t(`access|sort.${value}`) }))}
      />
    </ListFilters>
  );
  return {
    fields,
    clear,
    /** What the list is narrowed to, for its files. */
    query: {
      sort,
      ...(search.trim() && { search: search.trim() }),
      ...(state && { state }),
      ...(!fault && days),
    },
    isNarrow: search.trim() !== '' || active > 0,
    open: shown.filter(({ state }) => state === 'active'),
    earlier: shown.filter(({ state }) => state !== 'active'),
  };
};
