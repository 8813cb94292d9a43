import type { PrivacyCase, PrivacyDecision } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, Dialog, TextArea } from '@hofn/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { useSend } from '../../session/index.ts';
import styles from './PrivacyRequest.module.css';

type Written = 'extend' | 'refuse';
/** As the contract has it. */
const least = 10;
const most = 2000;

type Deciding = { busy: boolean; decide: (decision: PrivacyDecision) => Promise<boolean> };

/** Why it takes longer or is refused, which the customer reads in their own language. */
const Reasons = ({
  act,
  language,
  deciding,
  onLeave,
}: {
  act: Written;
  language: PrivacyCase['language'];
  deciding: Deciding;
  onLeave: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [reasons, setReasons] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const unsaved = useUnsaved(reasons.trim() !== '');
  const length = reasons.trim().length;
  const fault =
    length < least
      ? t('privacyCase|reasonsShort', { min: least })
      : length > most
        ? t('privacyCase|reasonsLong', { max: most })
        : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (deciding.busy) return;
    if (fault) {
      field.current?.focus();
      return;
    }
    if (await deciding.decide({ act, reasons: reasons.trim() })) onLeave();
  };
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <TextArea
        ref={field}
        label={t(`privacyCase|reasons.${act}`)}
        hint={t(`privacyCase|reasonsIn.${language}`)}
        lang={language}
        rows={4}
        value={reasons}
        onChange={({ target }) => setReasons(target.value)}
        error={tried || length > most ? fault : undefined}
      />
      <div className={styles.acts}>
        <Button type="submit" loading={deciding.busy} loadingLabel={t('privacyCase|working')}>
          {t(`privacyCase|send.${act}`)}
        </Button>
        <Button kind="secondary" aria-disabled={deciding.busy} onClick={() => deciding.busy || onLeave()}>
          {t('privacyCase|cancel')}
        </Button>
      </div>
      {unsaved}
    </form>
  );
};

/** What can be done with a request now. To erase is asked about once more: it cannot be taken back. */
export const Decide = ({ data, onChange }: { data: PrivacyCase; onChange: (data: PrivacyCase) => void }) => {
  const t = useTexts<'staff'>();
  const { send, state, error } = useSend('/api/staff/v1/privacy/{id}');
  const [writing, write] = useState<Written>();
  const [confirming, confirm] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const wrote = useRef(writing);
  useEffect(() => {
    // The form that one left is gone: the keyboard goes on from what can be decided.
    if (wrote.current && !writing && document.activeElement === document.body) heading.current?.focus();
    wrote.current = writing;
  }, [writing]);
  const busy = state === 'sending';
  const decide = async (decision: PrivacyDecision): Promise<boolean> => {
    if (busy) return false;
    const answer = await send({ params: { id: data.id }, body: decision });
    if (!answer) return false;
    onChange(answer);
    return true;
  };
  const open = data.state === 'requested' || data.state === 'processing';
  const mayApprove = data.kind === 'erasure' && data.state === 'requested';
  const mayRepeat = data.failedAt !== null && (open || data.state === 'approved');
  if (!open && !mayRepeat && !error) return null;
  const deciding = { busy, decide };
  const failed = error && (
    <Alert kind="error" live title={t('privacyCase|decideFailed')}>
      {errorText(t, error.errorCode)}
    </Alert>
  );
  return (
    <section className={styles.part} aria-labelledby="akvordun">
      <h3 id="akvordun" ref={heading} tabIndex={-1}>
        {t('privacyCase|decide')}
      </h3>
      {data.kind === 'overview' && open && <p>{t('privacyCase|overviewText')}</p>}
      {writing ? (
        <Reasons
          key={writing}
          act={writing}
          language={data.language}
          deciding={deciding}
          onLeave={() => write(undefined)}
        />
      ) : (
        <div className={styles.acts}>
          {mayRepeat && (
            <Button
              icon="again"
              loading={busy}
              loadingLabel={t('privacyCase|working')}
              onClick={() => void decide({ act: 'again' })}
            >
              {t('privacyCase|again')}
            </Button>
          )}
          {mayApprove && (
            <Button kind="danger" onClick={() => confirm(true)}>
              {t('privacyCase|approve')}
            </Button>
          )}
          {data.mayExtend && (
            <Button kind="secondary" onClick={() => write('extend')}>
              {t('privacyCase|extend')}
            </Button>
          )}
          {open && (
            <Button kind="secondary" onClick={() => write('refuse')}>
              {t('privacyCase|refuse')}
            </Button>
          )}
        </div>
      )}
      {!confirming && failed}
      {confirming && (
        <Dialog
          title={t('privacyCase|approveTitle')}
          closeLabel={t('global|close')}
          onClose={() => busy || confirm(false)}
          actions={
            <>
              <Button
                kind="danger"
                loading={busy}
                loadingLabel={t('privacyCase|working')}
                onClick={() => void decide({ act: 'approve' }).then((done) => done && confirm(false))}
              >
                {t('privacyCase|approveYes')}
              </Button>
              <Button kind="secondary" aria-disabled={busy} onClick={() => busy || confirm(false)}>
                {t('privacyCase|cancel')}
              </Button>
            </>
          }
        >
          <p>{t('privacyCase|approveText', { name: data.customer.name })}</p>
          {failed}
        </Dialog>
      )}
    </section>
  );
};
