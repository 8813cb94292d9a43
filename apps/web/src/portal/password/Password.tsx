import { pathOf } from '@hofn/texts/paths.ts';
import { PageHead } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { PasswordForm, PasswordRules } from '../../security/PasswordForm.tsx';

/** Changes the user's own password (rules PORT-12 and AUTH-15). */
export const Password = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('password|title')}>
        <p>{t('password|lead')}</p>
      </PageHead>
      <ForSelf>
        <SettingsSection title={t('password|rules')}>
          <PasswordRules />
          <PasswordForm area="portal" />
          <p>
            <Link to={pathOf('requestCredentials', t.language)}>{t('password|forgotten')}</Link>
          </p>
        </SettingsSection>
      </ForSelf>
    </>
  );
};

export default Password;
