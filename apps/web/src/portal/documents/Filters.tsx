import type { DocumentList } from '@hofn/contracts';
import { Button, SearchField, SelectField } from '@hofn/ui';
import type { ChangeEvent } from 'react';
import { useTexts } from '../../engine/index.ts';
import styles from './Documents.module.css';
import { type Filter, noFilter } from './filter.ts';
import { kindKey } from './words.ts';

type Props = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  years: DocumentList['years'];
  policies: DocumentList['policies'];
};

/** What narrows the list and orders it (rule PORT-19). */
export const Filters = ({ filter, onChange, years, policies }: Props) => {
  const t = useTexts<'portal'>();
  const field = (name: keyof Filter) => ({
    value: filter[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
      onChange({ ...filter, [name]: target.value }),
  });
  return (
    <search className={styles.filters}>
      <div className={styles.wide}>
        <SearchField
          label={t('documents|search')}
          placeholder={t('documents|searchHint')}
          {...field('search')}
        />
      </div>
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
        options={[
          { value: '', label: t('documents|allPolicies') },
          ...policies.map(({ id, name, number }) => ({ value: id, label: `${name}, ${number}` })),
        ]}
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
      <div className={styles.clear}>
        <Button kind="text" onClick={() => onChange(noFilter)}>
          {t('table|clear')}
        </Button>
      </div>
    </search>
  );
};
