import type { Approval } from '@hofn/contracts/approvals.ts';
import { formatDateTime, formatMoney } from '@hofn/texts';
import { Alert, Card, DescriptionList, StatusRegion, Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Decide } from './Decide.tsx';
import { stateLooks } from './labels.ts';

/** Who decided a proposal, when and why. */
const useDecided = () => {
  const t = useTexts<'staff'>();
  return ({ decided }: Approval): { term: string; value: string | null }[] => {
    if (decided === null) return [];
    const time = formatDateTime(t.language, new Date(decided.at));
    const value =
      decided.by === null
        ? t('approvals|decidedAlone', { time })
        : t('approvals|proposedBy', { name: decided.by, time });
    return [
      { term: t('approvals|decided'), value },
      { term: t('approvals|reason'), value: decided.note },
    ];
  };
};

/**
 * A proposal with its content, its state, and the decision buttons for an approver (rule ROLE-3). The same on the screen
 * of approvals and on the case.
 * @param approval as the calls return it, in full
 * @param heading level of its title in the page's outline; without it the title is left to what is around
 * @param onDecided with what it has become, which may be that it lapsed
 */
export const ApprovalBox = ({
  approval,
  heading,
  onDecided,
}: {
  approval: Approval;
  heading?: 'h2' | 'h3' | 'h4';
  onDecided: (decided: Approval) => void;
}) => {
  const t = useTexts<'staff'>();
  const decidedItems = useDecided();
  const { amount, lines, state, proposed, lapsedBecause, own, mayDecide, nobodyMayDecide } = approval;
  const proposedAt = formatDateTime(t.language, new Date(proposed.at));
  const look = stateLooks[state];
  return (
    <Card
      as="div"
      gap="m"
      {...(heading && { heading, title: approval.title ?? t('approvals|hidden') })}
      footer={mayDecide && <Decide approval={approval} onDecided={onDecided} />}
    >
      <div>
        <Tag kind={look.kind} icon={look.icon}>
          {t(`approvals|state.${state}`)}
        </Tag>
      </div>
      <StatusRegion>
        {nobodyMayDecide && (
          <Alert kind="warning" title={t('approvals|nobody')}>
            {t('approvals|nobodyText')}
          </Alert>
        )}
        {lapsedBecause !== null && (
          <Alert kind="warning" title={t('approvals|lapsed')}>
            {t(`approvals|because.${lapsedBecause}`)}
          </Alert>
        )}
      </StatusRegion>
      <DescriptionList
        hasFigures
        items={[
          { term: t(`authorityAct|${approval.act}`), value: formatMoney(t.language, amount) },
          ...lines.map(({ label, value }) => ({ term: label, value })),
          {
            term: t('approvals|proposed'),
            value: t('approvals|proposedBy', { name: proposed.by, time: proposedAt }),
          },
          { term: t('approvals|note'), value: proposed.note },
          ...decidedItems(approval),
        ]}
      />
      {own && state === 'waiting' && !nobodyMayDecide && <p>{t('approvals|ownText')}</p>}
    </Card>
  );
};
