import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './FileField.module.css';
import { IconButton } from './IconButton.tsx';
import { Progress } from './Progress.tsx';

/** A file being uploaded. */
export type UploadedFile = {
  id: string;
  name: string;
  state: 'waiting' | 'uploading' | 'done' | 'refused';
  /** Upload progress, from 0 to 1. */
  progress?: number;
  /** In words: «Sendi, 2,6 af 4,2 MB», «Komin til okkar · 3,1 MB», or why it was refused and how to fix that. */
  status: ReactNode;
  /** Whether a retry can succeed. */
  canRetry?: boolean;
  /** Shows the icon for photographs instead of documents. */
  isImage?: boolean;
  /** URL of a small square picture, shown in place of the icon. */
  thumbnail?: string | undefined;
};

export type FileRowTexts = {
  /** «Eyða eldhus.jpg» */
  remove: (name: string) => string;
  /** «Hætta við að senda eldhus.jpg» */
  cancel: (name: string) => string;
  /** «Reyna aftur» */
  retry: string;
  /** «eldhus.jpg, 62% komin» */
  progress: (name: string, progress: number) => string;
};

type Props = {
  file: UploadedFile;
  texts: FileRowTexts;
  onRemove: (id: string) => void;
  onRetry: ((id: string) => void) | undefined;
};

/** A file of the list: its name, upload status, and a button to remove it. */
export const FileRow = ({ file, texts, onRemove, onRetry }: Props) => {
  const { id, name, state, progress, status, canRetry, isImage, thumbnail } = file;
  const isPending = state === 'waiting' || state === 'uploading';
  const icon = state === 'refused' ? 'stop' : isImage ? 'camera' : 'doc';
  return (
    <li>
      <span className={state === 'refused' ? `${styles.mark} ${styles.refusedMark}` : styles.mark}>
        {thumbnail && state !== 'refused' ? <img src={thumbnail} alt="" /> : <Icon name={icon} />}
      </span>
      <span className={styles.file}>
        <b>{name}</b>
        {state === 'uploading' && <Progress label={texts.progress(name, progress ?? 0)} value={progress} />}
        <span className={`${styles.status} ${styles[state]}`}>
          {state === 'done' && <Icon name="done" size={20} />}
          <span>
            {status}{' '}
            {canRetry && onRetry && (
              <button type="button" className={styles.retry} onClick={() => onRetry(id)}>
                {texts.retry}
                <span className="visually-hidden"> {name}</span>
              </button>
            )}
          </span>
        </span>
      </span>
      <IconButton
        icon={isPending ? 'close' : 'trash'}
        label={isPending ? texts.cancel(name) : texts.remove(name)}
        data-remove=""
        onClick={() => onRemove(id)}
      />
    </li>
  );
};
