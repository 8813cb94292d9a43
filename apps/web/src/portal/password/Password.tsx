import { passwordLength, passwordLengthOf } from '@hofn/domain/password.ts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, ErrorSummary, PageHead, PasswordField, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { namesFields } from '../../forms/useRefused.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { ForSelf } from '../../parts/ForRole.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { ApiError, unreachable, useApi, useSessionParts } from '../../session/index.ts';
import styles from './Password.module.css';
import { setPassword } from './set-password.ts';

const schema = z.object({
  currentPassword: z.string().check(z.minLength(1, 'password|missingCurrent')),
  newPassword: z.string().check(
    z.minLength(1, 'password|missingNext'),
    z.refine((text) => passwordLengthOf(text) >= passwordLength.min, 'errorCode|passwordTooShort'),
  ),
});
const empty = { currentPassword: '', newPassword: '' };

const Form = () => {
  const t = useTexts<'portal'>();
  const { language } = useSessionParts();
  const api = useApi();
  const form = useForm({ schema, initial: empty });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiError>();
  const [done, setDone] = useState(false);
  const leaving = useUnsaved(form.dirty);
  const typed = passwordLengthOf(form.value('newPassword'));
  const missing = typed === 0 ? 0 : Math.max(0, passwordLength.min - typed);

  const change = async ({ currentPassword, newPassword }: typeof empty): Promise<ApiError | undefined> => {
    try {
      const right = await api.post('/api/user/v1/changepasswordtoken', { body: { currentPassword } });
      return await setPassword({ token: right.token, newPassword }, language());
    } catch (caught) {
      return caught instanceof ApiError ? caught : unreachable(caught);
    }
  };
  const submit = form.submit(async (values) => {
    setBusy(true);
    setFailed(undefined);
    setDone(false);
    const error = await change(values);
    setBusy(false);
    setFailed(error);
    if (error) return form.refused(error.errors);
    setDone(true);
    form.reset(empty);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {leaving}
      <StatusRegion>
        {done && (
          <Alert kind="success" title={t('password|changed')}>
            {t('password|changedText')}
          </Alert>
        )}
      </StatusRegion>
      <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
      {failed && !namesFields(failed) && (
        <Alert kind="error" live title={t('password|failed')}>
          {errorText(t, failed.errorCode)}
        </Alert>
      )}
      <PasswordField
        label={t('password|current')}
        showLabel={t('password|show')}
        {...form.field('currentPassword')}
      />
      <PasswordField
        label={t('password|next')}
        hint={missing > 0 && t('password|missing', { n: missing })}
        showLabel={t('password|show')}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <div>
        <Button type="submit" loading={busy} loadingLabel={t('password|submitting')}>
          {t('password|submit')}
        </Button>
      </div>
    </form>
  );
};

/** Changing the password (rules PORT-12 and AUTH-15): one's own alone. */
export const Password = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('password|title')}>
        <p>{t('password|lead')}</p>
      </PageHead>
      <ForSelf>
        <SettingsSection title={t('password|rules')}>
          <ul className={styles.rules}>
            <li>{t('password|ruleLength', { n: passwordLength.min })}</li>
            <li>{t('password|ruleCommon')}</li>
            <li>{t('password|ruleTip')}</li>
          </ul>
          <Form />
          <p>
            <Link to={pathOf('requestCredentials', t.language)}>{t('password|forgotten')}</Link>
          </p>
        </SettingsSection>
      </ForSelf>
    </>
  );
};
