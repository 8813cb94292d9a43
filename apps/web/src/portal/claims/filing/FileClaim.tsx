import type { User } from '@hofn/contracts';
import { type ClaimLine, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, EmptyState, Icon, Row, Skeleton, Stack } from '@hofn/ui';
import { useState } from 'react';
import { ChooseLine } from '../../../claims/ChooseLine.tsx';
import styles from '../../../claims/ClaimForm.module.css';
import { FormHeadingFrame } from '../../../claims/FormHeading.tsx';
import { useLoadedTexts } from '../../../claims/form-texts.ts';
import { fieldId } from '../../../claims/useClaimForm.ts';
import { Link, navigate, useTexts } from '../../../engine/index.ts';
import type { TemplateProps } from '../../../engine/types.ts';
import { FormErrors } from '../../../forms/FormErrors.tsx';
import { useFields } from '../../../forms/useFields.ts';
import { CallScreen } from '../../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { ForRole, useHasRole } from '../../../parts/ForRole.tsx';
import { MoreTexts } from '../../../parts/MoreTexts.tsx';
import { useNow } from '../../../parts/useNow.ts';
import { useCall, usePost, useUser } from '../../../session/index.ts';
import { Failed } from '../../../shell/Failed.tsx';
import { policyIn } from '../../policies/about-policy.ts';
import { ChoosePolicy } from './ChoosePolicy.tsx';
import { Covers } from './Covers.tsx';
import { DraftForm } from './DraftForm.tsx';
import { knownDetails } from './known-details.ts';

/** The customer's account on file, offered for compensation; a delegate's own account is not theirs. */
const accountOf = (user: User | undefined): string => {
  const info = user?.currentProxyUser.via === 'self' ? user.bankInfo : null;
  return info ? [info.bank, info.ledger, info.account].join('-') : '';
};

/** First step of a new claim: choosing the line creates the draft, which has its own page. */
const NewClaim = ({ policy: about }: { policy: string }) => {
  const t = useTexts<'claimForm'>();
  const user = useUser().data;
  const contact = user?.popupinfo;
  const { send, ...starting } = usePost('/api/claim/v1/drafts');
  const form = useFields(
    useState<{ line: ClaimLine | ''; policy: string }>({ line: '', policy: about }),
    ({ line }) => (line === '' ? [{ path: 'line', message: t('claimFault|requiredLine') }] : []),
    { idOf: fieldId },
  );
  const begin = form.submit(async ({ line, policy }) => {
    if (line === '') return;
    const answers = {
      ...emptyClaimForm,
      policy,
      email: contact?.email ?? '',
      phone: contact?.mobilePhone ?? '',
      account: accountOf(user),
      details: knownDetails(line, user?.currentProxyUser),
    };
    const draft = await send({ body: { line, form: answers, step: 2 } });
    if (draft)
      await navigate(pathOf('portal.claimDraft', t.language, { token: draft.token }), { replace: true });
  });
  return (
    <Stack gap="l" width="form">
      <p>{t('claimForm|intro')}</p>
      <FormErrors form={form} />
      <ChooseLine
        line={form.values.line}
        onChange={(chosen) => form.set('line', chosen)}
        error={form.errorOf('line')}
      />
      <ChoosePolicy {...form.field('policy')} />
      {form.values.line !== '' && (
        <Covers {...emptyClaimForm} line={form.values.line} policy={form.values.policy} />
      )}
      {starting.state === 'failed' && <ErrorAlert title={t('claimForm|saveFailed')} error={starting.error} />}
      <Row>
        <Button
          onClick={() => void begin()}
          isLoading={starting.state === 'sending'}
          loadingLabel={t('claimForm|saving')}
        >
          {t('claimForm|next')}
        </Button>
      </Row>
      <p className={styles.note}>{t('claimForm|notSent')}</p>
    </Stack>
  );
};

/** Continues a draft. */
const ContinueDraft = ({ token }: { token: string }) => {
  const t = useTexts<'claimForm'>();
  const now = useNow();
  const draft = useCall('/api/claim/v1/drafts/{token}', { params: { token }, dropOnClose: true });
  return (
    <CallScreen
      call={draft}
      loading={t('claimForm|loading')}
      isEmpty={() => false}
      empty={null}
      notFound={
        <EmptyState
          title={t('claimForm|expiredTitle')}
          action={
            <Link to={pathOf('portal.fileClaim', t.language)} className={buttonClass()}>
              {t('claimForm|startNew')}
            </Link>
          }
        >
          {t('claimForm|draftExpired')}
        </EmptyState>
      }
    >
      {(data) => now && <DraftForm key={data.token} draft={data} now={now} />}
    </CallScreen>
  );
};

/** Files a claim for the subject: a saved draft in four steps (rule DATA-9). */
export const FileClaim = ({ token, policy = '' }: { token: string | undefined; policy?: string }) => {
  const t = useTexts<'portal'>();
  const texts = useLoadedTexts();
  const canFile = useHasRole('Full');
  return (
    <>
      <p className={styles.back}>
        <Link to={pathOf('portal.claims', t.language)}>
          <Icon name="left" size={20} /> {t('claim|back')}
        </Link>
      </p>
      <FormHeadingFrame title={texts.state === 'ready' ? texts.part('claimForm|title') : t('claims|report')}>
        {texts.state === 'ready' && (
          <MoreTexts texts={texts.part}>
            {canFile ? (
              token ? (
                <ContinueDraft token={token} />
              ) : (
                <NewClaim policy={policy} />
              )
            ) : (
              <ForRole requires="Full" act="fileClaim">
                {null}
              </ForRole>
            )}
          </MoreTexts>
        )}
        {texts.state === 'failed' && <Failed onRetry={texts.retry} />}
        {texts.state === 'loading' && <Skeleton rows={6} />}
      </FormHeadingFrame>
    </>
  );
};

const PortalFileClaimTemplate = ({ location }: TemplateProps) => (
  <FileClaim token={location.params.token} policy={policyIn(location)} />
);

export default PortalFileClaimTemplate;
