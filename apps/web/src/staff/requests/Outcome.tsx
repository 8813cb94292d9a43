import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { Alert, DescriptionList, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { agreesPremium, type Change, endsCover } from './change.ts';
import styles from './Requests.module.css';

/** How a request ended, and what the customer read. */
export const Outcome = ({
  request,
  outcome,
}: {
  request: Change['request'];
  outcome: NonNullable<Change['outcome']>;
}) => {
  const t = useTexts<'staff'>();
  const {
    result,
    settledAt,
    by,
    texts,
    effectiveOn,
    premium,
    policy,
    applyOn,
    ground,
    problem,
    payBack,
    effect,
  } = outcome;
  const isEnd = endsCover(request);
  const isAccepted = result === 'accepted';
  const day = (date: string) => formatDate(t.language, date);
  return (
    <Stack as="section" aria-labelledby="nidurstada">
      <h3 id="nidurstada">{t('requestCase|outcome')}</h3>
      <Alert
        kind={isAccepted ? 'success' : 'warning'}
        title={t(isAccepted ? 'requestCase|outcome.accepted' : 'requestCase|outcome.refused', {
          date: day(dayOfInstant(new Date(settledAt))),
        })}
      >
        {applyOn !== null &&
          !problem &&
          t(isEnd ? 'requestCase|applyEndOn' : 'requestCase|applyOn', { date: day(applyOn) })}
      </Alert>
      {problem && (
        <Alert kind="error" title={t('requestCase|problem')}>
          {t('requestCase|problemText', { date: day(problem.since), reason: problem.reason })}
        </Alert>
      )}
      {payBack !== undefined && (
        <Alert kind="warning" title={t('requestCase|payBack')}>
          {t('requestCase|payBackText', { amount: formatMoney(t.language, payBack) })}
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: t('requestCase|by'), value: by },
          {
            term: t(isEnd ? 'requestCase|acceptEnd' : 'requestCase|decidedFrom'),
            value: effectiveOn && day(effectiveOn),
          },
          {
            term: t('requestCase|decidedPremium'),
            value: !agreesPremium(request) || premium === null ? null : formatMoney(t.language, premium),
          },
          { term: t('requestCase|policyNumber'), value: policy?.number },
          { term: t('requestCase|effect'), value: effect?.join(' ') },
          { term: t('requestCase|ground'), value: ground && t(`requestCase|ground.${ground}`) },
          {
            term: t('requestCase|reasonIs'),
            value: texts && (
              <span lang="is" className={styles.written}>
                {texts.is}
              </span>
            ),
          },
          {
            term: t('requestCase|reasonEn'),
            value: texts && (
              <span lang="en" className={styles.written}>
                {texts.en}
              </span>
            ),
          },
        ]}
      />
    </Stack>
  );
};
