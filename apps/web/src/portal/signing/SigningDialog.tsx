import type { SignedDocument, SigningStarted } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './Signing.module.css';
import { useSigning } from './useSigning.ts';

type Props = {
  started: SigningStarted;
  onSigned: (document: SignedDocument) => void;
  onClose: () => void;
};

/** Shows the code that the phone or app shows too, until the document is signed, or is not. */
export const SigningDialog = ({ started, onSigned, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const signing = useSigning(started, onSigned);
  const finishing = signing.step === 'finishing';
  return (
    <Dialog
      title={t('signing|start')}
      closeLabel={t('global|close')}
      onClose={() => {
        // What was confirmed is being put into the document; closing would only hide it.
        if (!finishing) onClose();
      }}
      actions={
        <>
          {/* What was refused is refused again. */}
          {signing.step === 'failed' && (signing.error.status === 0 || signing.error.status >= 500) && (
            <Button icon="again" onClick={signing.retry}>
              {t('global|retry')}
            </Button>
          )}
          <Button kind="secondary" aria-disabled={finishing} onClick={() => !finishing && onClose()}>
            {t(signing.step === 'waiting' || finishing ? 'signing|stop' : 'global|close')}
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
      <p role="status">{finishing && t('signing|finishing')}</p>
      {signing.step === 'stopped' && (
        <Alert kind="warning" live title={t(`signing|${signing.why}`)}>
          {t('signing|unchanged')}
        </Alert>
      )}
      {signing.step === 'failed' && (
        <Alert kind="error" live title={t('signing|failed')}>
          {errorText(t, signing.error.errorCode)}
        </Alert>
      )}
    </Dialog>
  );
};
