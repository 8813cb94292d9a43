import type { ClaimReporter } from '@hofn/domain/claim-reporter.ts';
import { KennitalaField, Stack, TextField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from '../ClaimForm.module.css';
import { useFieldProps } from '../fields.tsx';
import type { ClaimFields } from '../useClaimForm.ts';

/** Reporter's details, and the policy number if known. */
export const AboutReporter = ({ form }: { form: ClaimFields }) => {
  const t = useTexts<'claimForm'>();
  const field = useFieldProps(form);
  const input = (name: keyof ClaimReporter, text: string, required: boolean) =>
    field(`reporter.${name}`, text, required);
  return (
    <Stack as="fieldset" gap="l">
      <legend className={styles.title}>{t('claimForm|reporter')}</legend>
      <TextField {...input('name', 'reporterName', true)} autoComplete="name" />
      <KennitalaField {...input('ssn', 'reporterSsn', true)} />
      <TextField {...input('policyNumber', 'policyNumber', false)} inputMode="numeric" autoComplete="off" />
    </Stack>
  );
};
