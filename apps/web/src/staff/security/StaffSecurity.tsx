import { Alert, PageHead, Skeleton } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { Passkeys } from '../../security/Passkeys.tsx';
import { PasswordForm, PasswordRules } from '../../security/PasswordForm.tsx';
import { Sessions } from '../../security/Sessions.tsx';
import { useCall } from '../../session/index.ts';

/**
 * An employee's own passkeys, password and sessions (rule HOLD-11). Whoever signs in at the insurer's own provider changes
 * the first two there.
 */
export const StaffSecurity = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/security', { dropOnClose: true });
  return (
    <>
      <PageHead title={t('security|title')}>
        <p>{t('staffSecurity|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('security|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={() => false}
        empty={null}
      >
        {({ federated, password }) =>
          federated ? (
            <SettingsSection>
              <Alert title={t('signInWay|workAccount')}>{t('staffSecurity|federated')}</Alert>
            </SettingsSection>
          ) : (
            <>
              <Passkeys area="staff" signInAgainText={t('staffSecurity|signInAgain')} />
              {password && (
                <SettingsSection title={t('password|title')} description={t('staffSecurity|passwordLead')}>
                  <PasswordRules />
                  <PasswordForm area="staff" />
                </SettingsSection>
              )}
            </>
          )
        }
      </CallScreen>
      <Sessions area="staff" />
    </>
  );
};

export default StaffSecurity;
