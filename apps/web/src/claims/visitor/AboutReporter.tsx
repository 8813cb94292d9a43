import type { ClaimReporter } from '@hofn/domain/claim-reporter.ts';
import { KennitalaField, TextField } from '@hofn/ui';
import styles from '../ClaimForm.module.css';
import { type FormParts, useFieldProps } from '../fields.tsx';
import { useFormTexts } from '../form-texts.ts';

type Props = {
  reporter: ClaimReporter;
  onChange: (fields: Partial<ClaimReporter>) => void;
  parts: FormParts;
};

/** Reporter's details, and the policy number if known. */
export const AboutReporter = ({ reporter, onChange, parts }: Props) => {
  const f = useFormTexts();
  const field = useFieldProps(parts);
  const input = (inputField: keyof ClaimReporter, name: string, required: boolean) => ({
    ...field(`reporter.${inputField}`, name, required),
    value: reporter[inputField],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [inputField]: target.value }),
  });
  return (
    <fieldset className={styles.reporter}>
      <legend>{f('claimForm|reporter')}</legend>
      <TextField {...input('name', 'reporterName', true)} autoComplete="name" />
      <KennitalaField {...input('ssn', 'reporterSsn', true)} />
      <TextField {...input('policyNumber', 'policyNumber', false)} inputMode="numeric" autoComplete="off" />
    </fieldset>
  );
};
