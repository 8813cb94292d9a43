import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { formatDateTime } from '@hofn/texts';
import { Button, Stack, TextArea } from '@hofn/ui';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { Detail } from '../../parts/Detail.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import styles from './CaseScreen.module.css';
import { FormEnd } from './FormEnd.tsx';
import { Mentions } from './Mentions.tsx';
import type { CaseAction } from './useCaseAction.ts';
import { useFold } from './useFold.ts';
import { eventText } from './waits.ts';

type Props = { data: StaffCase; caseAction: CaseAction };

const schema = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'caseNotes|empty'), z.maxLength(caseLimits.internal, 'global|maxLength')),
  mentions: z.string(),
});
// A draft holds texts: the keys of the mentioned colleagues are one, with commas.
const blank = { text: '', mentions: '' };
const keysIn = (mentions: string): string[] => mentions.split(',').filter(Boolean);

/** Writes a note. Typing `@` opens the list of colleagues, and choosing one completes the name. */
const NoteForm = ({ data, caseAction, onLeave }: Props & { onLeave: () => void }) => {
  const t = useTexts<'staff'>();
  const { fields } = useCaseDrafts().get('note');
  const form = useForm({
    schema,
    initial: blank,
    restored: fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft('note', form);
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = form.field('text');
  const submit = form.submit(async ({ text: written, mentions }) => {
    if (caseAction.busy) return;
    const body = { act: 'note' as const, text: written, mentions: keysIn(mentions) };
    if (!(await draft.send(() => caseAction.act(body)))) return;
    form.reset();
    onLeave();
    setNotification({ id: 'note', text: t('caseNotes|added') });
  });
  return (
    <Stack as="form" width="form" onSubmit={submit} noValidate aria-label={t('caseNotes|text')}>
      <TextArea
        {...text}
        ref={field}
        label={t('caseNotes|text')}
        rows={3}
        onChange={(event) => {
          text.onChange(event);
          if (event.target.value.endsWith('@')) setIsOpen(true);
        }}
      />
      <Mentions
        caseId={data.id}
        keys={keysIn(form.value('mentions'))}
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onChange={(keys, added) => {
          form.set('mentions', keys.join(','));
          // The button that took somebody off the list is gone.
          if (added === undefined) field.current?.focus();
          const typed = form.value('text');
          if (added === undefined || !typed.endsWith('@')) return;
          form.set('text', `${typed}${added} `);
          field.current?.focus();
        }}
      />
      <FormEnd
        {...{ draft, caseAction, onLeave }}
        act="note"
        submit={t('caseNotes|add')}
        sending={t('caseNotes|adding')}
        failed={t('caseNotes|failed')}
      />
    </Stack>
  );
};

/** What colleagues have written about a case for each other (rule DESK-5): anybody who may open it writes, at any time. */
export const Notes = ({ data, caseAction }: Props) => {
  const t = useTexts<'staff'>();
  const { get } = useCaseDrafts();
  const { isOpen, open, close, place } = useFold(get('note').changedAt !== null);
  const notes = data.events.filter(({ kind }) => kind === 'noted');
  return (
    <Stack as="section" aria-labelledby="minnispunktar">
      <h2 id="minnispunktar">{t('caseNotes|title')}</h2>
      <Detail as="p">{t('caseNotes|lead')}</Detail>
      {notes.length === 0 ? (
        <p>{t('caseNotes|none')}</p>
      ) : (
        <Stack as="ol">
          {notes.map((event) => (
            <li key={event.sequence} className={styles.message}>
              <Detail as="p">
                {[event.by, formatDateTime(t.language, event.at), eventText(t, event)]
                  .filter(Boolean)
                  .join(' · ')}
              </Detail>
              <p className={styles.written}>{event.note}</p>
            </li>
          ))}
        </Stack>
      )}
      <div ref={place}>
        {isOpen ? (
          <NoteForm data={data} caseAction={caseAction} onLeave={close} />
        ) : (
          <Button kind="secondary" size="small" icon="pen" aria-keyshortcuts="n" onClick={open}>
            {t('caseNotes|open')}
          </Button>
        )}
      </div>
    </Stack>
  );
};
