import type { ClaimCover, LapsedCover } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert } from '@hofn/ui';
import { Link, useTexts } from '../../../engine/index.ts';
import { Detail } from '../../../parts/Detail.tsx';
import { useCall, useUser } from '../../../session/index.ts';
import { DeductibleWords } from '../../policies/DeductibleWords.tsx';
import styles from './Covers.module.css';

type Loss = { line: ClaimLine } & Pick<ClaimForm, 'policy' | 'causes' | 'dateOfLoss' | 'details'>;

const queryOf = ({ line, causes, dateOfLoss, details: { licensePlate = '' } }: Loss) => ({
  line,
  ...(causes.length > 0 && { causes: causes.join(',') }),
  ...(isDay(dateOfLoss) && { dateOfLoss }),
  ...(parsePlate(licensePlate) && { plate: parsePlate(licensePlate) }),
});

/** The deductible in words, never the plain amount where the product gives another for what happened (rule LIFE-13). */
const useShare = ({ varies, percent }: ClaimCover['ownShare'], isk: number): string => {
  const { language } = useTexts<'portal'>();
  const t = useTexts<'claimForm'>();
  const amount = formatMoney(language, isk);
  const share = percent !== null && `${formatNumber(language, percent)}%`;
  if (share && isk > 0) return t('claimCover|shareAtLeast', { share, amount });
  if (share) return t('claimCover|share', { share });
  if (varies) return isk === 0 ? t('claimCover|varies') : t('claimCover|variesFrom', { amount });
  return isk === 0 ? t('claimCover|noDeductible') : t('claimCover|deductible', { amount });
};

/** The covers in question. Their names are not inflected, so they are a list, not part of a sentence. */
const CoverNames = ({ covers }: Pick<ClaimCover, 'covers'>) => {
  const t = useTexts<'claimForm'>();
  if (covers.length === 0) return <p>{t('claimCover|undecided')}</p>;
  return (
    <>
      <p>{t('claimCover|pays')}</p>
      <ul className={styles.pays}>
        {covers.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
};

/** What one policy would pay: the cover in question, and the deductible. */
const Policy = ({ cover, hasCauses }: { cover: ClaimCover; hasCauses: boolean }) => {
  const t = useTexts<'claimForm'>();
  const { name, insured, number, holder, policyId, covers, isSuspended, ownShare } = cover;
  const { deductible, deductibleText } = cover;
  const title = [name, insured ?? number].join(', ');
  const amounts = [...new Set(covers.map((one) => one.deductible ?? deductible))];
  const [amount = deductible] = amounts;
  const share = useShare(ownShare, amount ?? 0);
  return (
    <li>
      <strong>{title}</strong>
      {policyId === null && <Detail>{t('claimCover|holder', { holder })}</Detail>}
      {isSuspended && <p>{t('claimCover|suspended')}</p>}
      {hasCauses && !isSuspended && <CoverNames covers={covers} />}
      {!isSuspended && amounts.length === 1 && amount !== null && <p>{share}</p>}
      {/* The product says what an amount cannot: a share of a loss, or which cover has another deductible. */}
      {!isSuspended && (
        <DeductibleWords
          text={deductibleText}
          hasAmount={amounts.length === 1 && amount !== null && !ownShare.varies}
          policy={title}
        />
      )}
    </li>
  );
};

/** Plainly that no insurance of the customer's covers the loss, and what to do. */
const NoCover = ({ line }: { line: ClaimLine }) => {
  const { language } = useTexts<'portal'>();
  const t = useTexts<'claimForm'>();
  const subject = useUser().data?.currentProxyUser;
  const title =
    subject === undefined || subject.via === 'self'
      ? t('claimCover|none')
      : t('claimCover|noneFor', { name: subject.fullName });
  // The owner of a vehicle, who may be a spouse, has its insurance.
  const isVehicle = line === 'vehicle' || line === 'windscreen';
  if (!isVehicle)
    return (
      <Alert kind="warning" title={title}>
        {t('claimCover|noneText')}
      </Alert>
    );
  return (
    <Alert kind="warning" title={title}>
      {t('claimCover|noneVehicle')}{' '}
      <Link to={pathOf('portal.settingsAccess', language)}>{t('claimCover|actFor')}</Link>
    </Alert>
  );
};

/** That a policy of the customer's had lapsed on the day of loss, also when it is in force again (rule LIFE-13). */
const Lapsed = ({ policy: { name, insured, number, from, to } }: { policy: LapsedCover }) => {
  const { language } = useTexts<'portal'>();
  const t = useTexts<'claimForm'>();
  const day = (date: string) => formatDate(language, date);
  return (
    <Alert
      kind="warning"
      title={t('claimCover|notInForce', { policy: [name, insured ?? number].join(', ') })}
    >
      {to === null
        ? t('claimCover|lapsedSince', { from: day(from) })
        : t('claimCover|lapsedUntil', { from: day(from), to: day(to) })}
    </Alert>
  );
};

/** What applies to a loss, as far as it is reported. */
export const useCovers = (loss: Loss) => useCall('/api/claim/v1/covers', { query: queryOf(loss) });

/** Which policies and covers would pay for the loss as far as it is reported, with the deductible (rule LIFE-13). */
export const Covers = ({ isFiled = false, ...loss }: Loss & { isFiled?: boolean }) => {
  const t = useTexts<'claimForm'>();
  const call = useCovers(loss);
  const items = call.data?.items;
  const hasCauses = loss.causes.length > 0;
  // Without a day of loss the answer is about today.
  const lapsed = isDay(loss.dateOfLoss) ? (call.data?.lapsed ?? []) : [];
  // The chosen policy may be one that the list leaves out.
  const hasAll = call.data?.isComplete === true && !call.data.isTruncated;
  const isOther =
    hasAll &&
    loss.policy !== '' &&
    hasCauses &&
    [...(items ?? []), ...lapsed].every(({ policyId }) => policyId !== loss.policy);
  // The form works without this answer, so that a failed call shows nothing.
  return (
    <div role="status" className={styles.covers}>
      {lapsed.map((policy) => (
        <Lapsed key={policy.policyId} policy={policy} />
      ))}
      {/* What to do without insurance was said before the claim was filed. */}
      {items?.length === 0 && call.data?.isComplete && !isFiled && <NoCover line={loss.line} />}
      {items?.length === 0 && !call.data?.isComplete && <p>{t('claimCover|undecided')}</p>}
      {items !== undefined && items.length > 0 && (
        <>
          <h2>{t('claimCover|title')}</h2>
          {isOther && <Alert kind="warning" title={t('claimCover|chosenOther')} />}
          <ul>
            {items.map((cover) => (
              <Policy key={`${cover.number} ${cover.holder}`} cover={cover} hasCauses={hasCauses} />
            ))}
          </ul>
          <p className={styles.note}>
            {t('claimCover|note')} {items.some(({ policyId }) => policyId === null) && t('claimCover|others')}
          </p>
        </>
      )}
    </div>
  );
};
