import { Button, Dialog } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../engine/index.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** Label of the confirming button. */
  confirmLabel: string;
  /** Label of the confirming button while `busy`. */
  busyLabel?: string;
  /** Default: «Hætta við». */
  cancelLabel?: string;
  /** `danger` for what cannot be undone. */
  kind?: 'primary' | 'danger';
  /** `large` for a table. */
  size?: 'medium' | 'large';
  /** The confirmed action is in progress. It cannot be cancelled, and closing would only hide it. */
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action with consequences. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  busyLabel = '',
  cancelLabel,
  kind = 'primary',
  size = 'medium',
  isBusy = false,
  onConfirm,
  onClose,
}: Props) => {
  const t = useTexts<'portal'>();
  const close = () => isBusy || onClose();
  return (
    <Dialog
      title={title}
      size={size}
      closeLabel={t('global|close')}
      onClose={close}
      actions={
        <>
          <Button kind={kind} isLoading={isBusy} loadingLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button kind="secondary" aria-disabled={isBusy} onClick={close}>
            {cancelLabel ?? t('global|cancel')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
