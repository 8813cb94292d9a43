import { formatKennitala } from '@hofn/domain';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import { useNow } from './useNow.ts';

/** Print-only line with the subject and the date (rule UI-7). */
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
