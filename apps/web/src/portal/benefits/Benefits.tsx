import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { EmptyState, PageHead, Table, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useUser } from '../../session/index.ts';
import { TakenBy } from '../travel/TakenBy.tsx';
import styles from './Benefits.module.css';

const tierKey = {
  bronze: 'benefits|tierBronze',
  silver: 'benefits|tierSilver',
  gold: 'benefits|tierGold',
  diamond: 'benefits|tierDiamond',
} as const;

/** Travel policies of others that insure the customer, such as their spouse's (rule LIFE-10). */
const InsuredByOthers = () => {
  const t = useTexts<'portal'>();
  const user = useUser();
  const isPerson = user.data?.currentProxyUser.isCompany === false;
  const cards = useCall('/api/policy/v1/travelcard', { enabled: isPerson }).data?.cards ?? [];
  return cards
    .filter(({ isOwn }) => !isOwn)
    .map((card) => (
      <p key={card.policyId} className={styles.insured}>
        <TakenBy card={card} /> <Link to={pathOf('portal.travel', t.language)}>{t('travel|cardTitle')}</Link>
      </p>
    ));
};

/** Discounts and services included with the policies, and why the customer has them (rule DATA-4). */
export const Benefits = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/policy/v2/benefits', {});
  return (
    <>
      <PageHead title={t('benefits|title')} actions={<PrintButton />}>
        <p>{t('benefits|lead')}</p>
      </PageHead>
      <PrintedFor />
      <InsuredByOthers />
      <CallScreen
        call={call}
        loading={t('loading|benefits')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('benefits|empty')}>{t('benefits|emptyText')}</EmptyState>}
      >
        {({ tier, items }) => (
          <>
            {tier && (
              <p className={styles.tier}>
                <Tag kind="info" icon="heart">
                  {t('benefits|yourTier', { tier: t(tierKey[tier]) })}
                </Tag>
              </p>
            )}
            <Table
              caption={t('benefits|title')}
              isCaptionHidden
              rows={items}
              rowKey={({ key }) => key}
              columns={[
                { key: 'name', heading: t('benefits|benefit'), isRowHeading: true, cell: ({ name }) => name },
                { key: 'why', heading: t('benefits|why'), isProse: true, cell: ({ why }) => why },
                {
                  key: 'amount',
                  heading: t('benefits|perYear'),
                  isNumeric: true,
                  cell: ({ amountPerYear }) =>
                    amountPerYear === null ? t('benefits|included') : formatMoney(t.language, amountPerYear),
                },
              ]}
            />
          </>
        )}
      </CallScreen>
    </>
  );
};

export default Benefits;
