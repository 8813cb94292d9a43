import type { OfferState } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { DescriptionList, EmptyState, type IconName, PageHead, Tag, type TagTone } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { CallScreen } from '../CallScreen.tsx';
import { PrintedFor } from '../PrintedFor.tsx';
import styles from './Offers.module.css';

const looks: Record<OfferState, { tone: TagTone; icon: IconName }> = {
  pending: { tone: 'info', icon: 'clock' },
  accepted: { tone: 'success', icon: 'done' },
  declined: { tone: 'neutral', icon: 'stop' },
  expired: { tone: 'warning', icon: 'clock' },
};

/** How an offer stands, in a word. */
export const OfferTag = ({ state }: { state: OfferState }) => {
  const t = useTexts<'portal'>();
  return <Tag {...looks[state]}>{t(`offerStatus|${state}`)}</Tag>;
};

/** Offers that wait for an answer, each leading to its own page. */
export const Offers = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/offers/v1/pending', {});
  const day = (date: string) => formatDate(t.language, date);
  return (
    <>
      <PageHead title={t('offers|title')}>
        <p>{t('offers|lead')}</p>
      </PageHead>
      <PrintedFor />
      <CallScreen
        call={call}
        loading={t('offers|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('offers|empty')}>{t('offers|emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <div className={styles.offers}>
            {items.map((offer) => (
              <section key={offer.id} className={styles.offer} aria-labelledby={`offer-${offer.id}`}>
                <h2 id={`offer-${offer.id}`}>
                  <Link to={pathOf('portal.offer', t.language, { id: offer.id })}>{offer.name}</Link>
                </h2>
                <p className={styles.line}>
                  {offer.insured} <OfferTag state={offer.state} />
                </p>
                <DescriptionList
                  figures
                  items={[
                    { term: t('offers|premium'), value: formatMoney(t.language, offer.premiumPerYear) },
                    {
                      term: t('offers|premiumNow'),
                      value: offer.premiumNow === null ? null : formatMoney(t.language, offer.premiumNow),
                    },
                    { term: t('offers|takesEffect'), value: day(offer.effectiveOn) },
                    { term: t('offers|number'), value: offer.number },
                  ]}
                />
                <p>
                  {offer.state === 'expired'
                    ? t('offers|expired')
                    : t('offers|validTo', { date: day(offer.validTo) })}
                </p>
              </section>
            ))}
          </div>
        )}
      </CallScreen>
    </>
  );
};
