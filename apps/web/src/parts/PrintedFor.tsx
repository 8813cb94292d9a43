import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import { useNow } from './useNow.ts';

/** Printed only: whose data it is, and the date (rule UI-7). */
export const PrintedFor = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const now = useNow();
  if (!subject || !now) return null;
  const date = formatDate(t.language, dayOfInstant(now));
  return (
    <p className="print-only">
      {t('overview|printedFor', { name: subject.fullName, ssn: formatKennitala(subject.value), date })}
    </p>
  );
};
