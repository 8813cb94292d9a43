import type { InsuranceProof } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatDateTime } from '@hofn/texts';
import { Button, Card, Row } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useHasRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { useDownload } from '../../session/index.ts';
import { SendProof } from './SendProof.tsx';

const sendText = {
  waiting: 'proofSend|waiting',
  sent: 'proofSend|sent',
  refused: 'proofSend|refused',
} as const;

type Props = {
  proof: InsuranceProof;
  /** Whether the policy is in force, so that it may be sent. */
  isInForce: boolean;
  onSent: (proof: InsuranceProof) => void;
};

/** A proof that was made: for whom, where it was sent, and ways to take it along. */
export const ProofCard = ({ proof, isInForce, onSent }: Props) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const [isSending, setIsSending] = useState(false);
  const isStaffView = useIsStaffView();
  const hasRole = useHasRole('Full');
  const maySend = hasRole && !isStaffView && isInForce;
  const named = { recipient: proof.recipient.name };
  const wasSent = proof.sends.length > 0;
  return (
    <Card
      as="li"
      overline={t('proof|issued', { date: formatDate(t.language, dayOfInstant(proof.issuedAt)) })}
      title={t('proof|forRecipient', named)}
      footer={
        <Row>
          <Button
            kind="secondary"
            icon="download"
            aria-label={t('proof|downloadOf', named)}
            isLoading={busy === 'pdf'}
            loadingLabel={t('global|loading')}
            onClick={() =>
              void download('pdf', '/api/policy/v1/proofs/{id}/pdf', { params: { id: proof.id } })
            }
          >
            {t('proof|download')}
          </Button>
          {maySend && (
            <Button
              kind="secondary"
              icon="mail"
              aria-label={t(wasSent ? 'proof|againOf' : 'proof|sendOf', named)}
              onClick={() => setIsSending(true)}
            >
              {t(wasSent ? 'proof|again' : 'proof|sendTo')}
            </Button>
          )}
        </Row>
      }
    >
      {proof.reference !== null && <p>{t('proof|referenceOf', { reference: proof.reference })}</p>}
      <p>
        {t('proof|code')}: <span className="figures">{proof.checkCode}</span>
      </p>
      {proof.sends.map(({ email, askedAt, state, at }) => (
        <p key={`${askedAt} ${email}`}>
          {t(sendText[state], { email, time: formatDateTime(t.language, at ?? askedAt) })}
        </p>
      ))}
      {maySend && proof.sends[0]?.state === 'refused' && <p>{t('proofSend|correct')}</p>}
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
      {isSending && <SendProof proof={proof} onSent={onSent} onClose={() => setIsSending(false)} />}
    </Card>
  );
};
