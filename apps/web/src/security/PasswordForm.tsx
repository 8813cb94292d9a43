import { passwordLength, passwordLengthOf } from '@hofn/domain/password.ts';
import { Alert, Button, PasswordField, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../engine/index.ts';
import { FormErrors } from '../forms/FormErrors.tsx';
import { useForm } from '../forms/useForm.ts';
import { useUnsaved } from '../forms/useUnsaved.ts';
import { type ApiError, asApiError, useApi, useSessionParts } from '../session/index.ts';
import type { Area } from './calls.ts';
import styles from './Password.module.css';
import { setPassword } from './set-password.ts';

const schema = z.object({
  currentPassword: z.string().check(z.minLength(1, 'password|missingCurrent')),
  newPassword: z.string().check(
    z.minLength(1, 'password|missingNext'),
    z.refine((text) => passwordLengthOf(text) >= passwordLength.min, 'errorCode|passwordTooShort'),
  ),
});
const emptyInput = { currentPassword: '', newPassword: '' };

const tokenPaths = {
  portal: '/api/user/v1/changepasswordtoken',
  staff: '/api/staff/v1/security/passwordtoken',
} as const;

/** Changes the user's own password (rules AUTH-15 and HOLD-11). */
export const PasswordForm = ({ area }: { area: Area }) => {
  const t = useTexts<'portal'>();
  const { language } = useSessionParts();
  const api = useApi();
  const form = useForm({ schema, initial: emptyInput });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [isChanged, setIsChanged] = useState(false);
  useUnsaved(form.isDirty);
  const typedLength = passwordLengthOf(form.value('newPassword'));
  const missingCount = typedLength === 0 ? 0 : Math.max(0, passwordLength.min - typedLength);

  const changePassword = async ({
    currentPassword,
    newPassword,
  }: typeof emptyInput): Promise<ApiError | undefined> => {
    try {
      const permission = await api.post(tokenPaths[area], { body: { currentPassword } });
      return await setPassword({ token: permission.token, newPassword }, language());
    } catch (caught) {
      return asApiError(caught);
    }
  };
  const submit = form.submit(async (values) => {
    setIsBusy(true);
    setFailure(undefined);
    setIsChanged(false);
    const error = await changePassword(values);
    setIsBusy(false);
    setFailure(error);
    if (error) return form.setServerErrors(error.errors);
    setIsChanged(true);
    form.reset(emptyInput);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <StatusRegion>
        {isChanged && (
          <Alert kind="success" title={t('password|changed')}>
            {t('password|changedText')}
          </Alert>
        )}
      </StatusRegion>
      <FormErrors form={form} title={t('password|failed')} error={failure} />
      <PasswordField
        label={t('password|current')}
        showLabel={t('password|show')}
        {...form.field('currentPassword')}
      />
      <PasswordField
        label={t('password|next')}
        hint={missingCount > 0 && t('password|missing', { n: missingCount })}
        showLabel={t('password|show')}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <div>
        <Button type="submit" isLoading={isBusy} loadingLabel={t('password|submitting')}>
          {t('password|submit')}
        </Button>
      </div>
    </form>
  );
};

/** What a new password must be like. */
export const PasswordRules = () => {
  const t = useTexts<'portal'>();
  return (
    <ul className={styles.rules}>
      <li>{t('password|ruleLength', { n: passwordLength.min })}</li>
      <li>{t('password|ruleCommon')}</li>
      <li>{t('password|ruleTip')}</li>
    </ul>
  );
};
