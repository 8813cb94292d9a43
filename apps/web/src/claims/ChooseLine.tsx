import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { RadioGroup } from '@hofn/ui';
import { fieldId } from './fields.tsx';
import { useFormTexts } from './form-texts.ts';

type Props = { line: ClaimLine | ''; onLine: (line: ClaimLine) => void; error: string | undefined };

/** What the claim is for. */
export const ChooseLine = ({ line, onLine, error }: Props) => {
  const f = useFormTexts();
  return (
    <RadioGroup
      id={fieldId('line')}
      label={f('claimField|line')}
      error={error}
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
  );
};
