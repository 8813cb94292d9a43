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
  /** Buttons below the text: the one that acts first, the way out last. */
  actions?: ReactNode;
  closeLabel: string;
  /** By the cross, Escape, or the back gesture of a phone. Whoever shows the dialog takes it away. */
  onClose: () => void;
  /** `wide` for a form or a document. */
  size?: 'normal' | 'wide';
};

/** Puts what a dialog contains into an error boundary, whose texts are not this package's. */
export const DialogRegion = createContext((body: ReactNode): ReactNode => body);

/**
 * The browser's own dialog: what is behind it cannot be reached, the focus starts on its heading and goes back to where
 * it was. It is open as long as it is rendered, so that what was typed in it is gone with it: `{asking && <Dialog …>}`.
 */
export const Dialog = ({ title, children, actions, closeLabel, onClose, size = 'normal' }: Props) => {
  const heading = useId();
  const inRegion = useContext(DialogRegion);
  const dialog = useRef<HTMLDialogElement>(null);

  // Before it leaves the document: a dialog that is taken away while open gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file chooser that is closed inside sends the same event.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };

  // Escape pressed twice closes it without asking. What this part itself closes is on its way out, or open again.
  const closed = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return;
    onClose();
    // Whoever shows it may have more to say before it may go.
    requestAnimationFrame(() => {
      if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
    });
  };

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={heading}
      onCancel={cancel}
      onClose={closed}
    >
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1} ref={(element) => element?.setAttribute('autofocus', '')}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={styles.body}>{inRegion(children)}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
};
