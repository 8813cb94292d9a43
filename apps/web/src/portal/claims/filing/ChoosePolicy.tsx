import { SelectField } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../../../engine/index.ts';
import { useCall } from '../../../session/index.ts';

/** The subject's policies. */
export const usePolicies = () => useCall('/api/policy/v2', { query: { limit: 100 } }).data?.items ?? [];

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

/** Which of the subject's policies a claim is on. */
export const ChoosePolicy = (field: Props) => {
  const t = useTexts<'claimForm'>();
  return (
    <SelectField
      {...field}
      label={t('claimField|policy')}
      optional={t('global|optional')}
      hint={t('claimHint|policy')}
      options={[
        { value: '', label: t('claimField|dontKnow') },
        ...usePolicies().map(({ id, name, number, insured }) => ({
          value: id,
          label: [name, insured ?? number].join(', '),
        })),
      ]}
    />
  );
};
