import type { InsuranceProof, Policy } from '@hofn/contracts';
import { coverPhaseOf } from '@hofn/domain/cover-phase.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import { Alert, PageHeadParts, Section, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { ForRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { useCall, useChangeAnswer } from '../../session/index.ts';
import { MayLapse } from '../policies/MayLapse.tsx';
import { MakeProof } from './MakeProof.tsx';
import { ProofCard } from './ProofCard.tsx';

/** E-mails leave within seconds; a mail server that is away is tried for hours, which nobody watches. */
const watchedMs = 60_000;
const whileWaiting = {
  milliseconds: 4_000,
  isVisibleOnly: true,
  ends: ({ items }: { items: InsuranceProof[] }): boolean =>
    !items.some(({ sends }) =>
      sends.some(({ state, askedAt }) => state === 'waiting' && Date.now() - Date.parse(askedAt) < watchedMs),
    ),
};

const Proofs = ({ policy, mayLapseOn }: { policy: Policy; mayLapseOn: string | null }) => {
  const t = useTexts<'portal'>();
  const isStaffView = useIsStaffView();
  const query = { policy: policy.id };
  const list = useCall('/api/policy/v1/proofs', { query, poll: whileWaiting });
  const changeAnswer = useChangeAnswer();
  const isInForce = coverPhaseOf(policy) === 'applies';
  const show = (proof: InsuranceProof) =>
    changeAnswer(
      '/api/policy/v1/proofs',
      ({ items }) => ({
        items: items.some(({ id }) => id === proof.id)
          ? items.map((item) => (item.id === proof.id ? proof : item))
          : [proof, ...items],
      }),
      { query },
    );
  return (
    <>
      <PageHeadParts>
        <p>{[policy.name, policy.insured, policy.number].filter((part) => part !== null).join(' · ')}</p>
        <p>{t('proof|lead')}</p>
        {isInForce && mayLapseOn && <MayLapse mayLapseOn={mayLapseOn} />}
      </PageHeadParts>
      <Stack gap="xxl">
        {!isInForce && <Alert title={t('proof|notToday')}>{policyStatusText(t, policy)}</Alert>}
        {isInForce && !isStaffView && (
          <ForRole requires="Full" act="prove">
            <MakeProof policy={policy} onMade={show} />
          </ForRole>
        )}
        <Section title={t('proof|listTitle')} width="form">
          <CallScreen
            call={list}
            loading={t('global|loading')}
            isEmpty={({ items }) => items.length === 0}
            empty={<p>{t('proof|empty')}</p>}
          >
            {({ items }) => (
              <Stack as="ul">
                {items.map((proof) => (
                  <ProofCard key={proof.id} proof={proof} isInForce={isInForce} onSent={show} />
                ))}
              </Stack>
            )}
          </CallScreen>
        </Section>
      </Stack>
    </>
  );
};

/** Proofs of a policy for others: makes one of today, and lists those that were made (rule RIGHT-5). */
const PolicyProof = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const policy = useCall('/api/policy/v2/{id}', { params: { id } });
  const options = useCall('/api/policy/v2/{id}/options', { params: { id } });
  return (
    <DetailScreen
      call={policy}
      loading={t('loading|policies')}
      heading={t('proof|title')}
      back={{ path: pathOf('portal.policy', t.language, { id }), label: t('proof|back') }}
      notFound={{ title: t('policy|notFoundTitle'), text: t('policy|notFound') }}
      title={() => t('proof|title')}
    >
      {(data) => <Proofs policy={data} mayLapseOn={options.data?.mayLapseOn ?? null} />}
    </DetailScreen>
  );
};

const PolicyProofTemplate = ({ location }: TemplateProps) => <PolicyProof id={location.params.id ?? ''} />;

export default PolicyProofTemplate;
