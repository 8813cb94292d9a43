import { SelectField } from '@hofn/ui';
import { fieldId } from '../../../claims/fields.tsx';
import { useFormTexts } from '../../../claims/form-texts.ts';
import { useTexts } from '../../../engine/index.ts';
import { useCall } from '../../../session/index.ts';

/** The subject's policies. */
export const usePolicies = () => useCall('/api/policy/v2', { query: { limit: 100 } }).data?.items ?? [];

type Props = { policy: string; onChange: (policy: string) => void; error?: string | undefined };

/** Which of the subject's policies a claim is on. */
export const ChoosePolicy = ({ policy, onChange, error }: Props) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  return (
    <SelectField
      id={fieldId('policy')}
      label={f('claimField|policy')}
      optional={t('global|optional')}
      hint={f('claimHint|policy')}
      error={error}
      value={policy}
      onChange={({ target }) => onChange(target.value)}
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
