import { Button, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

type Props = {
  title: string;
  text: string;
  /** On the button that ends it, and while it is being ended. */
  act: string;
  acting: string;
  busy: boolean;
  onEnd: () => void;
  onClose: () => void;
};

/** Asks once more before access ends: it ends at once. */
export const EndDialog = ({ title, text, act, acting, busy, onEnd, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const close = () => !busy && onClose();
  return (
    <Dialog
      title={title}
      closeLabel={t('global|close')}
      onClose={close}
      actions={
        <>
          <Button kind="danger" loading={busy} loadingLabel={acting} onClick={onEnd}>
            {act}
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
