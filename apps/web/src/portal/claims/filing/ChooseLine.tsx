import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { RadioGroup, SelectField } from '@hofn/ui';
import { useTexts } from '../../../engine/index.ts';
import { useCall } from '../../../session/index.ts';
import { fieldId } from './fields.tsx';
import { useFormTexts } from './texts.ts';

type Props = {
  line: ClaimLine | '';
  policy: string;
  onLine: (line: ClaimLine) => void;
  onPolicy: (policy: string) => void;
  errors: { line?: string | undefined; policy?: string | undefined };
};

/** The first step: what the claim is for, and which policy. */
export const ChooseLine = ({ line, policy, onLine, onPolicy, errors }: Props) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const policies = useCall('/api/policy/v2', { query: { limit: 100 } }).data?.items ?? [];
  return (
    <>
      <RadioGroup
        id={fieldId('line')}
        label={f('claimField|line')}
        error={errors.line}
        name="line"
        value={line}
        onChange={({ currentTarget }) => {
          const chosen = claimLineNames.find((name) => name === currentTarget.value);
          if (chosen) onLine(chosen);
        }}
        options={claimLineNames.map((value) => ({
          value,
          label: f(`claimLine|${value}`),
          hint: f(`claimLineIntro|${value}`),
        }))}
      />
      <SelectField
        id={fieldId('policy')}
        label={f('claimField|policy')}
        optional={t('global|optional')}
        hint={f('claimHint|policy')}
        error={errors.policy}
        value={policy}
        onChange={({ target }) => onPolicy(target.value)}
        options={[
          { value: '', label: f('claimField|dontKnow') },
          ...policies.map(({ id, name, number, insured }) => ({
            value: id,
            label: [name, insured ?? number].join(', '),
          })),
        ]}
      />
    </>
  );
};
