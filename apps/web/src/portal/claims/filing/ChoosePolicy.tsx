import { SelectField } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useFormTexts } from '../../../claims/form-texts.ts';
import { useTexts } from '../../../engine/index.ts';
import { useCall } from '../../../session/index.ts';

/** The subject's policies. */
export const usePolicies = () => useCall('/api/policy/v2', { query: { limit: 100 } }).data?.items ?? [];

type Props = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

/** Which of the subject's policies a claim is on. */
export const ChoosePolicy = (field: Props) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  return (
    <SelectField
      {...field}
      label={f('claimField|policy')}
      optional={t('global|optional')}
      hint={f('claimHint|policy')}
      options={[
        { value: '', label: f('claimField|dontKnow') },
        ...usePolicies().map(({ id, name, number, insured }) => ({
          value: id,
          label: [name, insured ?? number].join(', '),
        })),
      ]}
    />
  );
};
