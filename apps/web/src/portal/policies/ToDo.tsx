import type { Waiting } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Card } from '@hofn/ui';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useHasRole } from '../../parts/ForRole.tsx';
import { LinkList } from '../../parts/LinkList.tsx';
import { type CallResult, useCall, useUser } from '../../session/index.ts';
import { answerPath } from '../requests/answer-path.ts';

type Links = ComponentProps<typeof LinkList>['links'];

/** What waits, as links to where it can be done. */
const useLinks = ({ drafts, documents, requests = [], offers, purchases }: Waiting): Links => {
  const t = useTexts<'portal'>();
  const isSelf = useUser().data?.currentProxyUser.via === 'self';
  const canAct = useHasRole('Full');
  const links: Links = [];
  const add = (
    page: 'portal.toSign' | 'portal.offers' | 'portal.buy',
    title: string,
    icon: Links[number]['icon'],
    count: number,
  ) => count > 0 && links.push({ page, path: pathOf(page, t.language), title, ...(icon && { icon }) });
  // A reader cannot continue a claim or answer a question.
  for (const { token, title, dateOfLoss } of canAct ? drafts : [])
    links.push({
      page: 'portal.claimDraft',
      path: pathOf('portal.claimDraft', t.language, { token }),
      title: t('overview|draft', { title }),
      icon: 'pen',
      ...(dateOfLoss && {
        note: t('overview|draftOn', { date: formatDate(t.language, dateOfLoss, 'day') }),
      }),
    });
  const toSign = isSelf ? 'signing|onOverview' : 'signing|onOverviewOther';
  add('portal.toSign', t(toSign, { n: documents }), 'pen', documents);
  for (const request of requests.filter(({ state }) => canAct && state === 'moreInformation')) {
    const what = `${t(`requests|${request.kind}`)}: ${request.about}`;
    links.push({
      page: request.id,
      path: answerPath(request, t.language),
      title: t('requests|toAnswer', { what }),
      icon: 'chat',
    });
  }
  add('portal.offers', t('overview|offers', { n: offers }), 'doc', offers);
  if (isSelf) add('portal.buy', t('overview|purchases', { n: purchases }), 'pen', purchases);
  return links;
};

/** What waits for the customer. Data from an earlier visit to the screen is shown at once, and fetched again. */
export const useWaiting = (): CallResult<Waiting> => {
  const call = useCall('/api/user/v1/waiting', {});
  const { state, retry } = call;
  const refetch = useRef(state === 'ready' ? retry : undefined);
  useEffect(() => refetch.current?.(), []);
  return call;
};

/** Drafts, documents to sign, questions and offers (rule LIFE-23). */
export const ToDo = ({ waiting }: { waiting: Waiting }) => {
  const t = useTexts<'portal'>();
  const links = useLinks(waiting);
  return (
    links.length > 0 && (
      <Card as="section" kind="filled" aria-labelledby="to-do">
        <h2 id="to-do">{t('overview|toDo')}</h2>
        <LinkList links={links} />
      </Card>
    )
  );
};
