import type { AccessRole } from '@hofn/contracts';
import { Alert } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import { SettingsSection } from './SettingsSection.tsx';

const rank: Record<AccessRole, number> = { Readonly: 0, Full: 1, Admin: 2 };

/** Whether the user has at least this role for the current customer; the API enforces it (rule ACC-1). */
export const useHasRole = (role: AccessRole): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || rank[subject.role] >= rank[role];
};

/** Whether a staff member is viewing the customer, which is read-only (rule STAFF-5). */
export const useIsStaffView = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject?.via === 'staff';
};

const StaffViewAlert = () => {
  const t = useTexts<'portal'>();
  return <Alert title={t('staffView|noChangeTitle')}>{t('staffView|noChange')}</Alert>;
};

/** What full access is needed for, as the explanation names it. */
type Act = 'acceptOffer' | 'answer' | 'figures' | 'fileClaim' | 'method' | 'pay' | 'prove' | 'sign' | 'write';

/** Says what read-only access does not allow, and who can grant more. */
export const ReadOnlyAlert = ({ act }: { act: Act }) => {
  const t = useTexts<'portal'>();
  const name = useUser().data?.currentProxyUser.fullName ?? '';
  return (
    <Alert title={t('acting|readonlyTitle')}>
      {t('acting|readonly', { act: t(`acting|act.${act}`), name })}
    </Alert>
  );
};

type Props = {
  children: ReactNode;
  /** Shown below the explanation to users without the role. */
  readOnlyView?: ReactNode;
} & (
  | { requires: 'Full'; act: Act; isSilent?: boolean }
  | { requires: 'Admin'; act?: never; isSilent?: boolean }
  // The screen already explains the missing role elsewhere.
  | { requires: 'Full' | 'Admin'; act?: never; isSilent: true }
);

/** Shows its children to users with the role, and to others why they are missing. */
export const ForRole = ({ requires, act, children, isSilent, readOnlyView }: Props) => {
  const t = useTexts<'portal'>();
  const hasRole = useHasRole(requires);
  const isStaffView = useIsStaffView();
  if (hasRole) return children;
  if (isSilent) return readOnlyView;
  return (
    <>
      {isStaffView ? (
        <StaffViewAlert />
      ) : act ? (
        <ReadOnlyAlert act={act} />
      ) : (
        <Alert title={t('acting|adminTitle')}>{t('acting|admin')}</Alert>
      )}
      {readOnlyView}
    </>
  );
};

/** Whether the user is looking at their own data. */
export const useIsSelf = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || subject.via === 'self';
};

/**
 * Shows its children to users acting for themselves, and to others why they are missing.
 * @param title what is missing, where the page has more than that
 */
export const ForSelf = ({ title, children }: { title?: string; children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const name = useUser().data?.currentProxyUser.fullName ?? '';
  const isSelf = useIsSelf();
  const isStaffView = useIsStaffView();
  if (isSelf) return children;
  return (
    <SettingsSection {...(title !== undefined && { title })}>
      {isStaffView ? (
        <StaffViewAlert />
      ) : (
        <Alert title={t('acting|selfTitle', { name })}>{t('acting|self')}</Alert>
      )}
    </SettingsSection>
  );
};
