import type { SignedDocument } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, Dialog, StatusRegion } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { ApiError } from '../../session/index.ts';
import type { Begun } from './begun-signing.ts';
import styles from './Signing.module.css';
import { useSigning } from './useSigning.ts';

type Props = {
  begun: Begun;
  onSigned: (document: SignedDocument) => void;
  onClose: () => void;
};

/** What was refused is refused again; what was not answered, or came too often, may go well. */
const mayHelp = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/** Shows the code that the phone or app shows too, until the document is signed, or is not. */
export const SigningDialog = ({ begun, onSigned, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const signing = useSigning(begun, onSigned);
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
          {signing.step === 'failed' && mayHelp(signing.error) && (
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
          <p className={styles.code}>{begun.challengeCode}</p>
          <p>{t('signing|codeHelp')}</p>
          <p className={styles.left}>
            {t('signing|waiting')}, {t('signing|secondsLeft', { n: signing.secondsLeft })}.
          </p>
        </>
      )}
      <p role="status">
        {finishing && t('signing|finishing')}
        {signing.step === 'waiting' && signing.unreachable && t('signing|unreachable')}
      </p>
      <StatusRegion>
        {signing.step === 'stopped' && (
          <Alert kind="warning" title={t(`signing|${signing.why}`)}>
            {t('signing|unchanged')}
          </Alert>
        )}
      </StatusRegion>
      {signing.step === 'failed' && (
        <Alert kind="error" live title={t('signing|failed')}>
          {errorText(t, signing.error.errorCode)}
        </Alert>
      )}
    </Dialog>
  );
};
