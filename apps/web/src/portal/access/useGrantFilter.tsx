import type { AccessGrant } from '@hofn/contracts';
import { dayOfInstant } from '@hofn/texts';
import { SelectField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useNow } from '../../shell/useNow.ts';
import { activeIn, ListFilters, PeriodField } from '../list/ListFilters.tsx';
import { daysOf, upsideDown } from '../list/period.ts';
import { type GrantFilter, narrowGrants, noGrantFilter } from './grants.ts';

const states = ['active', 'ended'] as const;
const sorts = ['newest', 'ends', 'name'] as const;

/** Fields that narrow and order a list of permits, and what they leave of it. A single permit has none. */
export const useGrantFilter = <Grant extends AccessGrant>(grants: readonly Grant[]) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useState(noGrantFilter);
  const set = (part: Partial<GrantFilter>) => setFilter({ ...filter, ...part });
  const clear = () => setFilter(noGrantFilter);
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const fault = upsideDown(days) ? t('transactions|toBeforeFrom') : undefined;
  const active = activeIn(filter, noGrantFilter);
  const shown = narrowGrants(grants, filter, fault ? {} : days);
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
    isNarrow: filter.search.trim() !== '' || active > 0,
    open: shown.filter(({ state }) => state === 'active'),
    earlier: shown.filter(({ state }) => state !== 'active'),
  };
};
