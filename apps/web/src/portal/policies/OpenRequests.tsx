import type { Waiting } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Card } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { LinkList } from '../../parts/LinkList.tsx';
import { requestPath } from '../requests/answer-path.ts';

/** The customer's requests that are not settled, each a link to its policy (rule LIFE-7). */
export const OpenRequests = ({ requests }: Pick<Waiting, 'requests'>) => {
  const t = useTexts<'portal'>();
  if (requests.length === 0) return null;
  return (
    <Card as="section" kind="filled" aria-labelledby="open-requests">
      <h2 id="open-requests">{t('requests|open')}</h2>
      <LinkList
        links={requests.map((request) => {
          const { id, kind, about, state, requestedAt } = request;
          const sent = t('requests|openSent', {
            date: formatDate(t.language, dayOfInstant(new Date(requestedAt)), 'day'),
          });
          const waits = t(state === 'moreInformation' ? 'requests|openWaits' : 'requests|openUnanswered');
          return {
            page: id,
            path: requestPath(request, t.language),
            title: `${t(`requests|${kind}`)}: ${about}`,
            note: `${sent}, ${waits}`,
          };
        })}
      />
    </Card>
  );
};
