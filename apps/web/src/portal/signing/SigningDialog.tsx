import type { SignedDocument } from '@hofn/contracts';
import { Alert, Button, Dialog, StatusRegion } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { canRetry } from '../../session/index.ts';
import styles from './Signing.module.css';
import type { StartedSigning } from './started-signings.ts';
import { useSigning } from './useSigning.ts';

type Props = {
  started: StartedSigning;
  onSigned: (document: SignedDocument) => void;
  onClose: () => void;
};

/** Shows the verification code while the user confirms on the phone or in the app. */
export const SigningDialog = ({ started, onSigned, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const signing = useSigning(started, onSigned);
  const isFinishing = signing.step === 'finishing';
  return (
    <Dialog
      title={t('signing|start')}
      closeLabel={t('global|close')}
      onClose={() => {
        // A confirmed signature is being added to the document; closing would only hide that.
        if (!isFinishing) onClose();
      }}
      actions={
        <>
          {signing.step === 'failed' && canRetry(signing.error) && (
            <Button icon="again" onClick={signing.retry}>
              {t('global|retry')}
            </Button>
          )}
          <Button kind="secondary" aria-disabled={isFinishing} onClick={() => !isFinishing && onClose()}>
            {t(signing.step === 'waiting' || isFinishing ? 'signing|stop' : 'global|close')}
          </Button>
        </>
      }
    >
      {signing.step === 'waiting' && (
        <>
          <p className={styles.codeLabel}>{t('signing|code')}</p>
          <p className={styles.code}>{started.challengeCode}</p>
          <p>{t('signing|codeHelp')}</p>
          <p className={styles.left}>
            {t('signing|waiting')}, {t('signing|secondsLeft', { n: signing.secondsLeft })}.
          </p>
        </>
      )}
      <p role="status">
        {isFinishing && t('signing|finishing')}
        {signing.step === 'waiting' && signing.unreachable && t('signing|unreachable')}
      </p>
      <StatusRegion>
        {signing.step === 'stopped' && (
          <Alert kind="warning" title={t(`signing|${signing.reason}`)}>
            {t('signing|unchanged')}
          </Alert>
        )}
      </StatusRegion>
      {signing.step === 'failed' && <ErrorAlert title={t('signing|failed')} error={signing.error} />}
    </Dialog>
  );
};
