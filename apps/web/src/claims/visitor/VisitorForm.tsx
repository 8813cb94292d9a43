import type { Upload } from '@hofn/contracts';
import { formatKennitala, type KennitalaSettings } from '@hofn/domain';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { reporterFaults } from '@hofn/domain/claim-reporter.ts';
import { dayOfInstant } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, EmptyState } from '@hofn/ui';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { type Language, Link, useTexts } from '../../engine/index.ts';
import { TextsContext } from '../../engine/texts.ts';
import { useNow } from '../../parts/useNow.ts';
import type { Api } from '../../session/api.ts';
import { useSendBy } from '../../session/use-send-by.ts';
import { useUploads } from '../../uploads/useUploads.ts';
import { createVisitorApi } from '../../uploads/visitor-api.ts';
import { loadPortalTexts } from '../../uploads/visitor-texts.ts';
import styles from '../ClaimForm.module.css';
import { ClaimForm, Thanks } from '../ClaimForm.tsx';
import { DropClaim } from '../DropClaim.tsx';
import { FormTextsContext, loadFormTexts, useFormTexts } from '../form-texts.ts';
import { AboutReporter } from './AboutReporter.tsx';
import type { VisitorDraft } from './draft.ts';
import { useVisitorDraft } from './useVisitorDraft.ts';

/** What has to be there before the form can be shown. */
type Opened = { kennitala: KennitalaSettings; begun: Upload[] };

type FormProps = {
  draft: VisitorDraft;
  onChange: (change: (draft: VisitorDraft) => VisitorDraft) => void;
  /** Whether the browser keeps what is typed until the tab is closed. */
  kept: boolean;
  opened: Opened;
  api: Api;
  now: Date;
  onDropped: () => void;
  onFiled: () => void;
};

const Form = ({ draft, onChange, kept, opened, api, now, onDropped, onFiled }: FormProps) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const { kennitala, begun } = opened;
  const { line, form, reporter, step } = draft;
  const filing = useSendBy(api, '/api/claim/v1/notices');
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/notices/attachments', { body, idempotencyKey }),
    },
    begun,
  );
  const drop = async () => {
    // What cannot be taken back now goes with the right to it, within a day.
    await Promise.allSettled(uploads.ids.map((id) => api.delete('/api/upload/v1/{id}', { params: { id } })));
    onDropped();
  };

  if (filing.state === 'done')
    return (
      <Thanks reference={filing.answer.reference}>
        <p>{f('claimForm|thanksEmail', { email: form.email.trim() })}</p>
        <Link to={pathOf('front', t.language)} className={buttonClass()}>
          {f('claimForm|toFront')}
        </Link>
      </Thanks>
    );

  return (
    <ClaimForm
      entry={{
        line,
        form,
        step,
        set: (part) => onChange((all) => ({ ...all, form: { ...all.form, ...part } })),
        setLine: (chosen) =>
          // Causes and answers of another line say nothing about this one.
          onChange((all) =>
            all.line === chosen
              ? all
              : { ...all, line: chosen, form: { ...all.form, causes: [], details: {} } },
          ),
        setStep: (to) => onChange((all) => ({ ...all, step: to })),
      }}
      today={dayOfInstant(now)}
      kennitala={kennitala}
      uploads={uploads}
      first={(parts) => (
        <AboutReporter
          reporter={reporter}
          onChange={(part) => onChange((all) => ({ ...all, reporter: { ...all.reporter, ...part } }))}
          parts={parts}
        />
      )}
      firstFaults={reporterFaults(reporter, kennitala)}
      firstItems={(label) => [
        { term: label('reporterName'), value: reporter.name },
        { term: label('reporterSsn'), value: formatKennitala(reporter.ssn.replaceAll(/\D/g, '')) },
        { term: label('policyNumber'), value: reporter.policyNumber },
      ]}
      filing={filing}
      opened
      onFile={async (declaration) => {
        const body = { line, form, reporter, files: uploads.ids, declaration };
        const filed = await filing.send({ body });
        if (filed) onFiled();
        return filed !== undefined;
      }}
      beside={
        <>
          <p className={styles.note}>{f(kept ? 'claimForm|keptInTab' : 'claimForm|notKept')}</p>
          <DropClaim onDrop={drop} />
        </>
      }
    />
  );
};

type OpenerProps = { line: ClaimLine; waiting: ReactNode; onDropped: () => void };

/** Reads what the form needs: the draft of this tab, its files, and how a kennitala is checked. */
const Opener = ({ line, waiting, onDropped }: OpenerProps) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const now = useNow();
  const { draft, change, kept, right, end } = useVisitorDraft(line);
  const [{ visitor, anyone }] = useState(() => createVisitorApi(t.language, right));
  const [opened, setOpened] = useState<Opened | 'failed'>();
  const open = useCallback(async (): Promise<void> => {
    try {
      const { kennitala } = await anyone.get('/api/contentConfig/v1/general');
      const begun =
        right.read() === undefined ? [] : (await visitor.get('/api/claim/v1/notices/attachments')).items;
      setOpened({ kennitala, begun });
    } catch {
      setOpened('failed');
    }
  }, [anyone, visitor, right]);
  useEffect(() => void open(), [open]);

  if (opened === 'failed')
    return (
      <EmptyState
        title={t('global|errorTitle')}
        action={<Button onClick={() => void open()}>{t('global|retry')}</Button>}
      >
        {f('claimForm|openFailed')}
      </EmptyState>
    );
  if (!opened || !now) return waiting;
  return (
    <Form
      draft={draft}
      onChange={change}
      kept={kept}
      opened={opened}
      api={visitor}
      now={now}
      onDropped={() => {
        end();
        onDropped();
      }}
      onFiled={end}
    />
  );
};

/**
 * Files a claim without signing in (rules SITE-1b and DATA-9). What is typed is kept in the storage of this tab, and goes
 * with it, or as soon as the claim has been filed.
 * @returns the form, with its words in the language; rejects when they cannot be fetched
 */
export const openVisitorForm = async (language: Language): Promise<ComponentType<OpenerProps>> => {
  const [texts, formTexts] = await Promise.all([loadPortalTexts(language), loadFormTexts(language)]);
  return (props) => (
    <TextsContext value={texts}>
      <FormTextsContext value={formTexts}>
        <Opener {...props} />
      </FormTextsContext>
    </TextsContext>
  );
};
