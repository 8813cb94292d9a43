import type { Upload } from '@hofn/contracts';
import { formatKennitala, type KennitalaSettings, kennitalaDigits } from '@hofn/domain';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { reporterFaults } from '@hofn/domain/claim-reporter.ts';
import { dayOfInstant } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, EmptyState } from '@hofn/ui';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { type Language, Link, useTexts } from '../../engine/index.ts';
import { TextsContext } from '../../engine/texts.ts';
import { MoreTexts } from '../../parts/MoreTexts.tsx';
import { useNow } from '../../parts/useNow.ts';
import type { Api } from '../../session/api.ts';
import { usePostWith } from '../../session/use-post-with.ts';
import { useUploads } from '../../uploads/useUploads.ts';
import { createVisitorApi } from '../../uploads/visitor-api.ts';
import { loadPortalTexts } from '../../uploads/visitor-texts.ts';
import styles from '../ClaimForm.module.css';
import { ClaimForm, Thanks } from '../ClaimForm.tsx';
import { DiscardClaim } from '../DiscardClaim.tsx';
import { FormHeadingFrame } from '../FormHeading.tsx';
import { loadFormTexts } from '../form-texts.ts';
import { AboutReporter } from './AboutReporter.tsx';
import type { VisitorDraft } from './draft.ts';
import { useVisitorDraft } from './useVisitorDraft.ts';

/** Data loaded before the form is shown. */
type LoadedForm = { kennitala: KennitalaSettings; startedUploads: Upload[] };

type FormProps = {
  draft: VisitorDraft;
  onChange: (change: (draft: VisitorDraft) => VisitorDraft) => void;
  /** Whether the browser could store the draft; stored drafts last until the tab is closed. */
  isStored: boolean;
  loaded: LoadedForm;
  api: Api;
  now: Date;
  onDiscarded: () => void;
  onFiled: () => void;
};

const VisitorClaimForm = ({
  draft,
  onChange,
  isStored,
  loaded,
  api,
  now,
  onDiscarded,
  onFiled,
}: FormProps) => {
  const t = useTexts<'claimForm'>();
  const { kennitala, startedUploads } = loaded;
  const { line, form, reporter, step } = draft;
  const [listed, setListed] = useState<readonly Upload[]>(startedUploads);
  const filing = usePostWith(api, '/api/claim/v1/notices');
  const uploads = useUploads(
    {
      api,
      announce: (body, idempotencyKey) =>
        api.post('/api/claim/v1/notices/attachments', { body, idempotencyKey }),
    },
    { uploads: listed, change: setListed },
  );
  const discard = async () => {
    // If deletion fails, the uploads expire with their token within a day.
    await Promise.allSettled(uploads.ids.map((id) => api.delete('/api/upload/v1/{id}', { params: { id } })));
    onDiscarded();
  };

  if (filing.state === 'done')
    return (
      <Thanks reference={filing.answer.reference} line={line} causes={form.causes} details={form.details}>
        <p>{t('claimForm|thanksEmail', { email: form.email.trim() })}</p>
        <Link to={pathOf('front', t.language)} className={buttonClass()}>
          {t('claimForm|toFront')}
        </Link>
      </Thanks>
    );

  return (
    <ClaimForm
      entry={{
        line,
        step,
        answers: [
          { ...form, reporter },
          (change) =>
            onChange((previous) => {
              const { reporter: changedReporter = reporter, ...changedForm } = change({
                ...previous.form,
                reporter: previous.reporter,
              });
              return { ...previous, form: changedForm, reporter: changedReporter };
            }),
        ],
        setLine: (chosen) =>
          // Causes and details are specific to a line.
          onChange((previous) =>
            previous.line === chosen
              ? previous
              : { ...previous, line: chosen, form: { ...previous.form, causes: [], details: {} } },
          ),
        setStep: (newStep) => onChange((previous) => ({ ...previous, step: newStep })),
      }}
      today={dayOfInstant(now)}
      kennitala={kennitala}
      uploads={uploads}
      firstStepFields={(fields) => <AboutReporter form={fields} />}
      reporterFaults={reporterFaults(reporter, kennitala)}
      firstStepItems={(label) => [
        { term: label('reporterName'), value: reporter.name },
        { term: label('reporterSsn'), value: formatKennitala(kennitalaDigits(reporter.ssn) ?? reporter.ssn) },
        { term: label('policyNumber'), value: reporter.policyNumber },
      ]}
      filing={filing}
      focusesHeading
      onFile={async (declaration) => {
        const body = { line, form, reporter, files: uploads.ids, declaration };
        if (await filing.send({ body })) onFiled();
      }}
      aside={
        <>
          <p className={styles.note}>{t(isStored ? 'claimForm|keptInTab' : 'claimForm|notKept')}</p>
          <DiscardClaim onDiscard={discard} />
        </>
      }
    />
  );
};

type FormLoaderProps = { line: ClaimLine; waiting: ReactNode; onDropped: () => void };
/** `title` is the heading until a part of the form sets its own. */
type VisitorFormProps = FormLoaderProps & { title: string };

/** Loads the tab's draft, its uploads and the kennitala settings. */
const FormLoader = ({ line, waiting, onDropped }: FormLoaderProps) => {
  const t = useTexts<'claimForm'>();
  const now = useNow();
  const { draft, change, isStored, tokenStore, end } = useVisitorDraft(line);
  const [{ visitorApi, publicApi }] = useState(() => createVisitorApi(t.language, tokenStore));
  const [loaded, setLoaded] = useState<LoadedForm | 'failed'>();
  const load = useCallback(async (): Promise<void> => {
    try {
      const { kennitala } = await publicApi.get('/api/contentConfig/v1/general');
      const startedUploads =
        tokenStore.read() === undefined
          ? []
          : (await visitorApi.get('/api/claim/v1/notices/attachments')).items;
      setLoaded({ kennitala, startedUploads });
    } catch {
      setLoaded('failed');
    }
  }, [publicApi, visitorApi, tokenStore]);
  useEffect(() => void load(), [load]);

  if (loaded === 'failed')
    return (
      <EmptyState
        title={t('global|errorTitle')}
        action={<Button onClick={() => void load()}>{t('global|retry')}</Button>}
      >
        {t('claimForm|openFailed')}
      </EmptyState>
    );
  if (!loaded || !now) return waiting;
  return (
    <VisitorClaimForm
      draft={draft}
      onChange={change}
      isStored={isStored}
      loaded={loaded}
      api={visitorApi}
      now={now}
      onDiscarded={() => {
        end();
        onDropped();
      }}
      onFiled={end}
    />
  );
};

/**
 * Loads the claim form for visitors who are not signed in (rules SITE-1b and DATA-9). The draft is stored in the tab
 * until the tab is closed or the claim is filed.
 * @returns the form component with its texts; rejects if the texts cannot be loaded
 */
export const openVisitorForm = async (language: Language): Promise<ComponentType<VisitorFormProps>> => {
  const [texts, formTexts] = await Promise.all([loadPortalTexts(language), loadFormTexts(language)]);
  return ({ title, ...props }) => (
    <TextsContext value={texts}>
      <MoreTexts texts={formTexts}>
        <FormHeadingFrame title={title}>
          <FormLoader {...props} />
        </FormHeadingFrame>
      </MoreTexts>
    </TextsContext>
  );
};
