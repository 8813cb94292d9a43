import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icons/Icon.tsx';
import fieldStyles from './Field.module.css';
import { FieldError, FieldHint, type FieldTexts, useField } from './FieldFrame.tsx';
import styles from './FileField.module.css';
import { FileRow, type FileRowTexts, type UploadedFile } from './FileRow.tsx';

type Props = FieldTexts & {
  id?: string;
  /** Text of the button. */
  chooseLabel: string;
  /** «eða dragðu skrár hingað» */
  dropLabel: string;
  /** The input's `accept` attribute: `image/*,application/pdf`. */
  accept?: string;
  /** Only one file at a time. */
  isSingle?: boolean;
  /** No more files can be added. */
  isFull?: boolean;
  files: readonly UploadedFile[];
  texts: FileRowTexts;
  onChoose: (files: File[]) => void;
  /** Removes a file, or cancels its upload. */
  onRemove: (id: string) => void;
  onRetry?: (id: string) => void;
};

/** Files that are chosen or dropped, with their upload progress. The caller uploads and validates them. */
export const FileField = ({
  label,
  optional,
  hint,
  error,
  id,
  chooseLabel,
  dropLabel,
  accept,
  isSingle,
  isFull,
  files,
  texts,
  onChoose,
  onRemove,
  onRetry,
}: Props) => {
  const field = useField(id, { label, hint, error });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const chooseFrom = (element: HTMLInputElement) => {
    onChoose([...(element.files ?? [])]);
    // Allows choosing a removed file again.
    element.value = '';
  };
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => chooseFrom(currentTarget);
  // A file may have been chosen before hydration, without a `change` event.
  const takeFilesFromBeforeHydration = useEffectEvent(() => {
    if (input.current?.files?.length) chooseFrom(input.current);
  });
  useEffect(() => takeFilesFromBeforeHydration(), []);
  const handleDrag = (event: DragEvent) => {
    if (isFull || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsDraggedOver(true);
  };
  const handleDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDraggedOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    setIsDraggedOver(false);
    if (isFull || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    onChoose([...event.dataTransfer.files].slice(0, isSingle ? 1 : undefined));
  };
  const remove = (fileId: string) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-remove]') ?? [])];
    const index = files.findIndex((file) => file.id === fileId);
    // The clicked button is removed, so the focus moves to the next one, or to the file input.
    (buttons[index + 1] ?? buttons[index - 1] ?? input.current)?.focus();
    onRemove(fileId);
  };

  return (
    <div className={error ? fieldStyles.faulty : undefined}>
      {/* Visible here; for screen readers it is the fieldset's legend. */}
      <p className={fieldStyles.label} id={`${field.id}-label`} aria-hidden>
        {label} {optional && <span className={fieldStyles.optional}>{optional}</span>}
      </p>
      <FieldHint id={field.id} hint={hint} />
      <FieldError id={field.id} error={error} />
      <fieldset
        className={isDraggedOver ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragEnter={handleDrag}
        onDragOver={handleDrag}
        onDragLeave={handleDragLeave}
        onDrop={handleDrop}
      >
        <legend className="visually-hidden">
          {label} {optional}
        </legend>
        <label className={styles.choose}>
          <Icon name="upload" /> {chooseLabel}
          <input
            {...field}
            ref={input}
            type="file"
            className="visually-hidden"
            accept={accept}
            multiple={!isSingle}
            disabled={isFull}
            onChange={handleChange}
          />
        </label>
        <p className={styles.hint}>{dropLabel}</p>
      </fieldset>
      {files.length > 0 && (
        <ul ref={list} className={styles.files} aria-labelledby={`${field.id}-label`}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} texts={texts} onRemove={remove} onRetry={onRetry} />
          ))}
        </ul>
      )}
      <SettledStatus files={files} />
    </div>
  );
};

/** Announces finished and refused files, but not progress, which would be noise. */
const SettledStatus = ({ files }: { files: readonly UploadedFile[] }): ReactNode => (
  <div className="visually-hidden" role="status" aria-atomic="false">
    {files
      .filter(({ state }) => state === 'done' || state === 'refused')
      .map(({ id, name, status }) => (
        <p key={id}>
          {name}: {status}
        </p>
      ))}
  </div>
);
