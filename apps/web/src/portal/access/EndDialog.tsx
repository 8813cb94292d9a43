import { Button, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

type Props = {
  title: string;
  text: string;
  /** Labels of the button that ends access, and of its loading state. */
  endLabel: string;
  endingLabel: string;
  busy: boolean;
  onEnd: () => void;
  onClose: () => void;
};

/** Confirmation dialog: ending access takes effect immediately. */
export const EndDialog = ({ title, text, endLabel, endingLabel, busy, onEnd, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const close = () => !busy && onClose();
  return (
    <Dialog
      title={title}
      closeLabel={t('global|close')}
      onClose={close}
      actions={
        <>
          <Button kind="danger" loading={busy} loadingLabel={endingLabel} onClick={onEnd}>
            {endLabel}
          </Button>
          <Button kind="secondary" aria-disabled={busy} onClick={close}>
            {t('access|cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
};
