import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { Alert, Button, TextArea } from '@hofn/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import styles from './CaseScreen.module.css';
import type { Acting } from './useActing.ts';

/** Closing without a word to the sender: colleagues are told how it ended. */
const Closing = ({ data, acting, onLeave }: { data: StaffCase; acting: Acting; onLeave: () => void }) => {
  const t = useTexts<'staff'>();
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const leaving = useUnsaved(note.trim() !== '');
  const long = note.trim().length > caseLimits.note;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (acting.busy || long) return;
    if (await acting.act({ act: 'close', version: data.version, note: note.trim() })) onLeave();
  };
  return (
    <form className={styles.write} onSubmit={(event) => void submit(event)} noValidate>
      {leaving}
      <TextArea
        ref={field}
        label={t('queue|note')}
        hint={t('queue|noteHint')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={long ? t('global|maxLength', { max: caseLimits.note }) : undefined}
        rows={3}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          kind="secondary"
          size="small"
          loading={acting.busy === 'close'}
          loadingLabel={t('queue|working')}
        >
          {t('queue|closeNow')}
        </Button>
        <Button kind="text" size="small" onClick={onLeave}>
          {t('queue|cancel')}
        </Button>
      </div>
    </form>
  );
};

/** What can be done with the case beside answering it. */
export const Actions = ({
  data,
  acting,
  onReload,
}: {
  data: StaffCase;
  acting: Acting;
  onReload: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [closing, setClosing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, assignee, mine, version } = data;
  const seen = useRef({ version, closing });
  useEffect(() => {
    if (seen.current.version === version && seen.current.closing === closing) return;
    seen.current = { version, closing };
    // What was pressed is gone with what it did: the keyboard goes on from what can be done next.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [version, closing]);
  const others = assignee !== null && !mine;
  const button = (act: 'assign' | 'release' | 'reopen', label: string) => (
    <Button
      kind="secondary"
      size="small"
      loading={acting.busy === act}
      loadingLabel={t('queue|working')}
      onClick={() => acting.busy || void acting.act({ act, version })}
    >
      {label}
    </Button>
  );
  return (
    <section aria-labelledby="malid">
      <h2 id="malid" ref={heading} tabIndex={-1}>
        {t('queue|actions')}
      </h2>
      <div className={styles.buttons}>
        {!mine && button('assign', others ? t('queue|takeOver', { name: assignee }) : t('queue|take'))}
        {mine && state !== 'closed' && button('release', t('queue|release'))}
        {!others && state !== 'open' && button('reopen', t('queue|reopen'))}
        {!others && state !== 'closed' && !closing && (
          <Button kind="text" size="small" onClick={() => setClosing(true)}>
            {t(state === 'answered' ? 'queue|closeAnswered' : 'queue|close')}
          </Button>
        )}
      </div>
      {closing && !others && state !== 'closed' && (
        <Closing data={data} acting={acting} onLeave={() => setClosing(false)} />
      )}
      {acting.failed && acting.failed !== 'answer' && (
        <Alert kind="error" live title={t('queue|actFailed')}>
          {acting.reason}
        </Alert>
      )}
      {acting.failed && (
        <Button kind="text" size="small" icon="again" onClick={onReload}>
          {t('queue|reload')}
        </Button>
      )}
    </section>
  );
};
