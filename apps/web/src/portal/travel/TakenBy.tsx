import type { TravelCard } from '@hofn/contracts';
import { useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';

/** Says whose policy it is, to the person who is insured on it or to their delegate. */
export const TakenBy = ({ card: { holder } }: { card: TravelCard }) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || subject.via === 'self'
    ? t('travel|takenBy', { holder })
    : t('travel|takenByFor', { holder, name: subject.fullName });
};
