import { Icon } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { command } from '../../parts/dialog-commands.ts';
import styles from '../SearchDialog.module.css';
import { FindBox } from './FindBox.tsx';

/** Id of the dialog; buttons open it with the HTML `command` attribute. */
export const findDialogId = 'desk-search';

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** Staff's search above every screen, opened by its button, Ctrl+K or `/`. It forgets what was typed when it closes. */
export const FindDialog = () => {
  const t = useTexts<'staff'>();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // Another dialog asks something first.
      if (!document.querySelector('dialog[open]')) dialog.current?.showModal();
      input.current?.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  useEffect(() => {
    // The browser focuses this field when the dialog opens, also where React rendered it later.
    if (opened >= 0) input.current?.setAttribute('autofocus', '');
  }, [opened]);
  return (
    <dialog
      ref={dialog}
      className={`window window-soft ${styles.dialog}`}
      id={findDialogId}
      aria-label={t('find|label')}
      closedby="any"
      onClose={() => setOpened(opened + 1)}
    >
      <FindBox key={opened} input={input}>
        <button
          type="button"
          className={styles.button}
          aria-label={t('shell|closeWindow')}
          {...command(findDialogId, 'close')}
        >
          <Icon name="close" />
        </button>
      </FindBox>
      <div className={styles.message}>
        <Detail as="p">{t('find|recorded')}</Detail>
      </div>
    </dialog>
  );
};
