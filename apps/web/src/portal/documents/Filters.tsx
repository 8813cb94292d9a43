import type { DocumentList } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import type { ChangeEvent } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, policyOptions } from '../../parts/list/ListFilters.tsx';
import type { FilterControls } from '../../parts/list/useList.ts';
import type { Filter } from './filter.ts';
import { kindKey } from './labels.ts';

type Props = {
  list: FilterControls<Filter>;
  rows: number;
  years: DocumentList['years'];
  policies: DocumentList['policies'];
  kinds: DocumentList['kinds'];
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ list, rows, years, policies, kinds }: Props) => {
  const t = useTexts<'portal'>();
  const field = (name: keyof Filter) => ({
    value: list.filter[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => list.setFields({ [name]: target.value }),
  });
  return (
    <ListFilters
      list={list}
      searchLabel={t('documents|search')}
      searchHint={t('documents|searchHint')}
      columns={3}
      rows={rows}
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
          ...kinds.map((value) => ({ value, label: t(kindKey[value]) })),
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
