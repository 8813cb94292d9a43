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
import { FieldError, FieldHint, type FieldWords, useField } from './FieldFrame.tsx';
import styles from './FileField.module.css';
import { FileRow, type FileRowWords, type SentFile } from './FileRow.tsx';

type Props = FieldWords & {
  id?: string;
  /** Written on the button. */
  chooseLabel: string;
  /** «eða dragðu skrár hingað» */
  dropLabel: string;
  /** As the attribute of the same name: `image/*,application/pdf`. */
  accept?: string;
  /** One file alone. */
  single?: boolean;
  /** Nothing more can be added. */
  full?: boolean;
  files: readonly SentFile[];
  words: FileRowWords;
  onChoose: (files: File[]) => void;
  /** Takes a file away, or breaks its sending off. */
  onRemove: (id: string) => void;
  onRetry?: (id: string) => void;
};

/** Files chosen or dropped, each with how far it has come. What is sent, and which are refused, is the caller's. */
export const FileField = ({
  label,
  optional,
  hint,
  error,
  id,
  chooseLabel,
  dropLabel,
  accept,
  single,
  full,
  files,
  words,
  onChoose,
  onRemove,
  onRetry,
}: Props) => {
  const field = useField(id, { label, hint, error });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [over, setOver] = useState(false);

  const take = (element: HTMLInputElement) => {
    onChoose([...(element.files ?? [])]);
    // So that a file that was taken away can be chosen again.
    element.value = '';
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => take(currentTarget);
  // A file can be chosen before the page has come to life, and nobody is told of it then.
  const takeEarly = useEffectEvent(() => {
    if (input.current?.files?.length) take(input.current);
  });
  useEffect(() => takeEarly(), []);
  const drag = (event: DragEvent) => {
    if (full || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (full || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    onChoose([...event.dataTransfer.files].slice(0, single ? 1 : undefined));
  };
  const remove = (fileId: string) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-remove]') ?? [])];
    const at = files.findIndex((file) => file.id === fileId);
    // The pressed button goes: the focus moves to its neighbour, or to where another file is chosen.
    (buttons[at + 1] ?? buttons[at - 1] ?? input.current)?.focus();
    onRemove(fileId);
  };

  return (
    <div className={error ? fieldStyles.faulty : undefined}>
      {/* Seen here, above hint and error; heard as the name of the group. */}
      <p className={fieldStyles.label} id={`${field.id}-label`} aria-hidden>
        {label} {optional && <span className={fieldStyles.optional}>{optional}</span>}
      </p>
      <FieldHint id={field.id} hint={hint} />
      <FieldError id={field.id} error={error} />
      <fieldset
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={leave}
        onDrop={drop}
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
            multiple={!single}
            disabled={full}
            onChange={choose}
          />
        </label>
        <p className={styles.hint}>{dropLabel}</p>
      </fieldset>
      {files.length > 0 && (
        <ul ref={list} className={styles.files} aria-labelledby={`${field.id}-label`}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} words={words} onRemove={remove} onRetry={onRetry} />
          ))}
        </ul>
      )}
      <Settled files={files} />
    </div>
  );
};

/** Says which files have arrived or were refused; how far the others are would only be chatter. */
const Settled = ({ files }: { files: readonly SentFile[] }): ReactNode => (
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
