import type { ActAtOnce } from '@hofn/contracts';
import { casesAtOnce } from '@hofn/contracts/cases-at-once.ts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Row, StatusRegion } from '@hofn/ui';
import { useRef, useState } from 'react';
import { Link, useTexts } from '../../../engine/index.ts';
import { useUnsaved } from '../../../forms/useUnsaved.ts';
import { Detail } from '../../../parts/Detail.tsx';
import { titleOf } from '../labels.ts';
import { HandOverChosen } from './HandOverChosen.tsx';
import { ReplyToChosen } from './ReplyToChosen.tsx';
import styles from './Selection.module.css';
import { type Outcome, useActAtOnce } from './useActAtOnce.ts';
import type { Selection } from './useSelection.ts';

/** What was done, and what was not with the reason. */
const OutcomeAlert = ({
  outcome,
  query,
  onHide,
}: {
  outcome: Outcome;
  query: string;
  onHide: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { done, refused, left, error } = outcome;
  const refusedCount = refused.length + left.length;
  return (
    <>
      <Alert
        kind={refusedCount === 0 ? 'success' : 'warning'}
        title={[
          (done > 0 || refusedCount === 0) && t('caseSelection|done', { n: done }),
          refusedCount > 0 && t('caseSelection|refused', { n: refusedCount }),
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <Button kind="text" size="small" onClick={onHide}>
            {t('caseSelection|hide')}
          </Button>
        }
      />
      {refusedCount > 0 && (
        <ul className={styles.refused}>
          {refused.map(({ line, reason }) => (
            <li key={line.id}>
              <Link to={`${pathOf('staff.case', t.language, { id: line.id })}${query}`}>
                {[titleOf(t, line), line.reference].filter(Boolean).join(' ')}
              </Link>{' '}
              {reason}
            </li>
          ))}
          {error && (
            <li>
              {t('caseSelection|left', { n: left.length })} {errorText(t, error.errorCode)}
            </li>
          )}
        </ul>
      )}
    </>
  );
};

type ActsProps = {
  selection: Selection;
  onAct: (name: 'assign' | 'release') => void;
  onOpen: (dialog: 'handOver' | 'answer') => void;
};

const Acts = ({ selection: { isAll, chooseAll, keep }, onAct, onOpen }: ActsProps) => {
  const t = useTexts<'staff'>();
  return (
    <>
      <Button kind="secondary" size="small" onClick={() => onAct('assign')}>
        {t('caseSelection|take')}
      </Button>
      <Button kind="secondary" size="small" onClick={() => onAct('release')}>
        {t('caseSelection|release')}
      </Button>
      <Button kind="secondary" size="small" aria-haspopup="dialog" onClick={() => onOpen('handOver')}>
        {t('caseSelection|handOver')}
      </Button>
      <Button kind="secondary" size="small" aria-haspopup="dialog" onClick={() => onOpen('answer')}>
        {t('caseSelection|answer')}
      </Button>
      {!isAll && (
        <Button kind="text" size="small" onClick={chooseAll}>
          {t('caseSelection|all')}
        </Button>
      )}
      <Button kind="text" size="small" onClick={() => keep([])}>
        {t('caseSelection|none')}
      </Button>
    </>
  );
};

/** The acts on the chosen cases, below the list while there are any, and what came of them (rule DESK-1). */
export const SelectionBar = ({ selection, query }: { selection: Selection; query: string }) => {
  const t = useTexts<'staff'>();
  const { chosen, isFull, keep } = selection;
  const { act, progress, outcome, clearOutcome } = useActAtOnce();
  const [dialog, setDialog] = useState<'handOver' | 'answer'>();
  // Kept while the dialog is closed: a reply that some cases refused is sent to them again.
  const [reply, setReply] = useState('');
  useUnsaved(reply !== '');
  const result = useRef<HTMLDivElement>(null);
  const run = async (done: ActAtOnce): Promise<boolean> => {
    if (progress) return false;
    const { refused, left } = await act(chosen, done);
    const kept = [...refused.map(({ line }) => line), ...left];
    keep(kept.map(({ id }) => id));
    setDialog(undefined);
    result.current?.focus();
    return kept.length === 0;
  };
  const n = chosen.length;
  return (
    <section
      className={styles.bar}
      aria-label={t('caseSelection|bar')}
      data-shown={n > 0 || outcome ? '' : undefined}
    >
      <div ref={result} tabIndex={-1}>
        <StatusRegion>
          {outcome && <OutcomeAlert outcome={outcome} query={query} onHide={clearOutcome} />}
        </StatusRegion>
      </div>
      <Row gap="s">
        <span role="status">
          <b>{n > 0 && t('caseSelection|chosen', { n })}</b>
        </span>
        {n > 0 && <Acts selection={selection} onAct={(name) => void run({ act: name })} onOpen={setDialog} />}
      </Row>
      {isFull && <Detail as="p">{t('caseSelection|most', { n: casesAtOnce })}</Detail>}
      <p role="status">
        {progress && t('caseSelection|working', { n: progress.done, total: progress.total })}
      </p>
      {dialog === 'handOver' && (
        <HandOverChosen
          chosen={chosen}
          isBusy={progress !== undefined}
          onHandOver={(to, reason) => void run({ act: 'handOver', to, reason })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'answer' && (
        <ReplyToChosen
          chosen={chosen}
          initial={reply}
          isBusy={progress !== undefined}
          onTyped={setReply}
          onSend={async (text) => {
            if (await run({ act: 'answer', text })) setReply('');
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
};
