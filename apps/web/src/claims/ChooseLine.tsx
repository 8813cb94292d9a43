import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { RadioGroup } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { EmergencyAbroad } from '../parts/EmergencyAbroad.tsx';
import { fieldId } from './useClaimForm.ts';

type Props = { line: ClaimLine | ''; onChange: (line: ClaimLine) => void; error: string | undefined };

/** Select for the claim's insurance line. */
export const ChooseLine = ({ line, onChange, error }: Props) => {
  const t = useTexts<'claimForm'>();
  return (
    <>
      <RadioGroup
        id={fieldId('line')}
        label={t('claimField|line')}
        error={error}
        name="line"
        value={line}
        onChange={({ currentTarget }) => {
          const selected = claimLineNames.find((name) => name === currentTarget.value);
          if (selected) onChange(selected);
        }}
        options={claimLineNames.map((value) => ({
          value,
          label: t(`claimLine|${value}`),
          hint: t(`claimLineIntro|${value}`),
        }))}
      />
      {line === 'travel' && <EmergencyAbroad />}
    </>
  );
};
