import type { DocumentList } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import type { ChangeEvent } from 'react';
import { useTexts } from '../../engine/index.ts';
import { countActive, ListFilters, policyOptions } from '../../parts/list/ListFilters.tsx';
import { type Filter, noFilter } from './filter.ts';
import { kindKey } from './labels.ts';

type Props = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  years: DocumentList['years'];
  policies: DocumentList['policies'];
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ filter, onChange, years, policies }: Props) => {
  const t = useTexts<'portal'>();
  const field = (name: keyof Filter) => ({
    value: filter[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => onChange({ ...filter, [name]: target.value }),
  });
  return (
    <ListFilters
      search={{ label: t('documents|search'), placeholder: t('documents|searchHint'), value: filter.search }}
      onSearch={(search) => onChange({ ...filter, search })}
      onClear={() => onChange(noFilter)}
      activeCount={countActive(filter, noFilter)}
      columns={3}
    >
      <SelectField
        label={t('documents|year')}
        {...field('year')}
        options={[
          { value: '', label: t('documents|allYears') },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
      />
      <SelectField
        label={t('documents|kind')}
        {...field('kind')}
        options={[
          { value: '', label: t('documents|allKinds') },
          ...Object.entries(kindKey).map(([value, key]) => ({ value, label: t(key) })),
        ]}
      />
      <SelectField
        label={t('documents|policy')}
        {...field('policy')}
        options={policyOptions(t('documents|allPolicies'), policies)}
      />
      <SelectField
        label={t('documents|state')}
        {...field('read')}
        options={[
          { value: '', label: t('documents|allStates') },
          { value: 'unread', label: t('documents|unread') },
          { value: 'read', label: t('documents|read') },
        ]}
      />
      <SelectField
        label={t('documents|sort')}
        {...field('sort')}
        options={[
          { value: 'newest', label: t('documents|sortNewest') },
          { value: 'oldest', label: t('documents|sortOldest') },
        ]}
      />
    </ListFilters>
  );
};
