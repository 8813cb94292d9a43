import type { ClaimReporter } from '@hofn/domain/claim-reporter.ts';
import { KennitalaField, TextField } from '@hofn/ui';
import styles from '../ClaimForm.module.css';
import { type FormParts, useField } from '../fields.tsx';
import { useFormTexts } from '../form-texts.ts';

type Props = {
  reporter: ClaimReporter;
  onChange: (part: Partial<ClaimReporter>) => void;
  parts: FormParts;
};

/** Who files the claim, and the policy where they know it. */
export const AboutReporter = ({ reporter, onChange, parts }: Props) => {
  const f = useFormTexts();
  const field = useField(parts);
  const input = (part: keyof ClaimReporter, name: string, required: boolean) => ({
    ...field(`reporter.${part}`, name, required),
    value: reporter[part],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
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
