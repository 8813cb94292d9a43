import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Buttons below the text: the main action first, cancel last. */
  actions?: ReactNode;
  closeLabel: string;
  /** The close button, Escape or a phone's back gesture. The parent must then remove the dialog. */
  onClose: () => void;
  /** `large` for a form or a document, `full` for pictures. */
  size?: 'medium' | 'large' | 'full';
  /** `alertdialog` for a message that cannot wait: its text is announced with its title. */
  role?: 'alertdialog';
};

/** Wraps a dialog's content in an error boundary, which the app provides. */
export const DialogRegion = createContext((body: ReactNode): ReactNode => body);

/**
 * A native modal dialog: the page behind it is inert, the focus starts on its heading and returns to where it was. It is
 * open while it is rendered, so its state is lost when it closes: `{isOpen && <Dialog …>}`.
 */
export const Dialog = ({ title, children, actions, closeLabel, onClose, size = 'medium', role }: Props) => {
  const heading = useId();
  const body = useId();
  const inRegion = useContext(DialogRegion);
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it is removed: an open dialog that is removed does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const handleCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A cancelled file chooser inside it sends the same event.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };

  // Pressing Escape twice skips `cancel`. Ignore a close by this component: it is unmounted or open again.
  const handleClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return;
    onClose();
    // The parent may keep it open.
    requestAnimationFrame(() => {
      if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
    });
  };

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      role={role}
      aria-labelledby={heading}
      aria-describedby={role && body}
      onCancel={handleCancel}
      onClose={handleClose}
    >
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1} ref={(element) => element?.setAttribute('autofocus', '')}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div id={body} className={styles.body}>
        {inRegion(children)}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
};
