import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { RadioGroup } from '@hofn/ui';
import { EmergencyAbroad } from '../parts/EmergencyAbroad.tsx';
import { useFormTexts } from './form-texts.ts';
import { fieldId } from './useClaimForm.ts';

type Props = { line: ClaimLine | ''; onChange: (line: ClaimLine) => void; error: string | undefined };

/** Select for the claim's insurance line. */
export const ChooseLine = ({ line, onChange, error }: Props) => {
  const f = useFormTexts();
  return (
    <>
      <RadioGroup
        id={fieldId('line')}
        label={f('claimField|line')}
        error={error}
        name="line"
        value={line}
        onChange={({ currentTarget }) => {
          const selected = claimLineNames.find((name) => name === currentTarget.value);
          if (selected) onChange(selected);
        }}
        options={claimLineNames.map((value) => ({
          value,
          label: f(`claimLine|${value}`),
          hint: f(`claimLineIntro|${value}`),
        }))}
      />
      {line === 'travel' && <EmergencyAbroad />}
    </>
  );
};
