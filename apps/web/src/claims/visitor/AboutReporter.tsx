import type { ClaimReporter } from '@hofn/domain/claim-reporter.ts';
import { KennitalaField, TextField } from '@hofn/ui';
import styles from '../ClaimForm.module.css';
import { useFieldProps } from '../fields.tsx';
import { useFormTexts } from '../form-texts.ts';
import type { ClaimFields } from '../useClaimForm.ts';

/** Reporter's details, and the policy number if known. */
export const AboutReporter = ({ form }: { form: ClaimFields }) => {
  const f = useFormTexts();
  const field = useFieldProps(form);
  const input = (name: keyof ClaimReporter, text: string, required: boolean) =>
    field(`reporter.${name}`, text, required);
  return (
    <fieldset className={styles.reporter}>
      <legend>{f('claimForm|reporter')}</legend>
      <TextField {...input('name', 'reporterName', true)} autoComplete="name" />
      <KennitalaField {...input('ssn', 'reporterSsn', true)} />
      <TextField {...input('policyNumber', 'policyNumber', false)} inputMode="numeric" autoComplete="off" />
    </fieldset>
  );
};
