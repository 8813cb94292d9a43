import type { ClaimsHistory } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { languages } from '@hofn/texts/language.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Card, EmptyState, PageHead, RadioGroup, Section, Stack } from '@hofn/ui';
import { useId, useState } from 'react';
import { type Language, Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useCall, useChangeAnswer, useDownload, usePost } from '../../session/index.ts';

/** Chooses the language of the statement and makes it. */
const MakeStatement = ({ onMade }: { onMade: (statement: ClaimsHistory) => void }) => {
  const t = useTexts<'portal'>();
  const name = useId();
  const [language, setLanguage] = useState<Language>(t.language);
  const { send, state, error } = usePost('/api/claim/v1/history');
  const [refused] = error?.errors.language ?? [];
  const make = async () => {
    if (state === 'sending') return;
    const made = await send({ body: { language } });
    if (!made) return;
    setNotification({ id: 'proof', text: t('claimsHistory|made') });
    onMade(made);
  };
  return (
    <Stack width="form">
      <RadioGroup
        label={t('documents|language')}
        name={name}
        hasColumns
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'is')}
        options={languages.map((value) => ({ value, label: t(`documents|language.${value}`) }))}
      />
      {refused === undefined ? (
        <ErrorAlert title={t('claimsHistory|failed')} error={error} />
      ) : (
        <Alert kind="error" isLive title={t('claimsHistory|failed')}>
          {refused}
        </Alert>
      )}
      <Button
        isLoading={state === 'sending'}
        loadingLabel={t('claimsHistory|making')}
        onClick={() => void make()}
      >
        {t('claimsHistory|make')}
      </Button>
    </Stack>
  );
};

/** A statement that was made. */
const Statement = ({ statement }: { statement: ClaimsHistory }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const { id, issuedAt, from, to, policies, claims, open, checkCode, language } = statement;
  const day = (date: string) => formatDate(t.language, date);
  return (
    <Card
      as="li"
      overline={t('claimsHistory|issued', { date: day(dayOfInstant(issuedAt)) })}
      title={t('claimsHistory|period', { from: day(from), to: day(to) })}
      footer={
        <Button
          kind="secondary"
          icon="download"
          isLoading={busy === 'pdf'}
          loadingLabel={t('global|loading')}
          onClick={() => void download('pdf', '/api/claim/v1/history/{id}/pdf', { params: { id } })}
        >
          {t('proof|download')}
        </Button>
      }
    >
      <p>
        {t('claimsHistory|policies', { n: policies })} · {t('claimsHistory|claims', { n: claims })} ·{' '}
        {t(`documents|language.${language}`)}
      </p>
      {open > 0 && <p>{t('claimsHistory|openClaims', { n: open })}</p>}
      <p>
        {t('proof|code')}: <span className="figures">{checkCode}</span>
      </p>
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
    </Card>
  );
};

/** Claims-history statements of motor insurance, also of customers who have left (rule RIGHT-3). */
const ClaimsHistoryScreen = () => {
  const t = useTexts<'portal'>();
  const isStaffView = useIsStaffView();
  const call = useCall('/api/claim/v1/history', {});
  const changeAnswer = useChangeAnswer();
  const show = (made: ClaimsHistory) =>
    changeAnswer('/api/claim/v1/history', (shown) => ({ ...shown, items: [made, ...shown.items] }));
  return (
    <>
      <PageHead title={t('claimsHistory|title')}>
        <p>{t('claimsHistory|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('global|loading')}
        isEmpty={({ items, hasMotorInsurance }) => items.length === 0 && !hasMotorInsurance}
        empty={
          <EmptyState
            title={t('claimsHistory|none')}
            action={<Link to={pathOf('portal.documents', t.language)}>{t('documents|title')}</Link>}
          >
            {t('claimsHistory|noneText')}
          </EmptyState>
        }
      >
        {({ items, hasMotorInsurance }) => (
          <Stack gap="xxl">
            {hasMotorInsurance && !isStaffView && (
              <ForRole requires="Full" act="prove">
                <MakeStatement onMade={show} />
              </ForRole>
            )}
            <Section title={t('claimsHistory|listTitle')} width="form">
              {items.length === 0 && <p>{t('claimsHistory|empty')}</p>}
              <Stack as="ul">
                {items.map((statement) => (
                  <Statement key={statement.id} statement={statement} />
                ))}
              </Stack>
            </Section>
          </Stack>
        )}
      </CallScreen>
    </>
  );
};

export default ClaimsHistoryScreen;
