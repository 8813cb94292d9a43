import type { AccessGrant, AccessRole } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Roles from the least to the most. */
export const roles = ['Readonly', 'Full', 'Admin'] as const;

/** Level and period of a grant, in one line. */
export const useGrantText = () => {
  const t = useTexts<'portal'>();
  return ({ role, validTo }: Pick<AccessGrant, 'role' | 'validTo'>): string =>
    t('access|levelUntil', { role: t(`accessRole|${role}`), date: formatDate(t.language, validTo) });
};

type Props = { current: AccessGrant; next: { role: AccessRole; validTo: string } };

/** What somebody's access is, and what it becomes once confirmed (rule LIFE-12). */
export const AccessChange = ({ current, next }: Props) => {
  const t = useTexts<'portal'>();
  const textOf = useGrantText();
  const isLess = roles.indexOf(next.role) < roles.indexOf(current.role);
  return (
    <>
      <p>{t('access|changeIntro', { name: current.name })}</p>
      <DescriptionList
        items={[
          { term: t('access|before'), value: textOf(current) },
          { term: t('access|after'), value: textOf(next) },
        ]}
      />
      {isLess ? (
        <Alert kind="warning" title={t('access|lowered')}>
          {t(`accessRole|${next.role}May`)}
        </Alert>
      ) : (
        <p>{t(`accessRole|${next.role}May`)}</p>
      )}
    </>
  );
};
