import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import type { TextBlock } from '@hofn/contracts/text-blocks.ts';
import { formatDateTime, type Language } from '@hofn/texts';
import { Alert, Button, Checkbox, Disclosure, Row, Stack, Tag, TextArea } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { Detail } from '../../parts/Detail.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { DraftNote } from '../drafts/DraftNote.tsx';
import { UnsentText } from '../drafts/UnsentText.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { AnswerPreview } from './AnswerPreview.tsx';
import { BlockPicker } from './BlockPicker.tsx';
import styles from './CaseScreen.module.css';
import type { CaseAction } from './useCaseAction.ts';

const schemaOf = (isNoteNeeded: boolean) =>
  z
    .object({
      text: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'queue|answerEmpty'),
          z.maxLength(caseLimits.answer, 'global|maxLength'),
        ),
      close: z.boolean(),
      note: z.string().check(z.trim(), z.maxLength(caseLimits.note, 'global|maxLength')),
    })
    .check(
      z.refine(({ close, note }) => !(isNoteNeeded && close && note === ''), {
        path: ['note'],
        message: 'queue|noteMissing',
      }),
    );

const Message = ({ message, language }: { message: StaffCase['messages'][number]; language: Language }) => {
  const t = useTexts<'staff'>();
  const { fromUs, author, text, at, delivery, mail } = message;
  return (
    <li className={fromUs ? `${styles.message} ${styles.ours}` : styles.message}>
      <Detail as="p">
        {[
          author !== mail?.address && author,
          formatDateTime(t.language, at),
          fromUs && t(`queue|delivery.${delivery}`),
          mail && t('queue|byMail', { address: mail.address }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Detail>
      {mail && !mail.isOnFile && (
        <Tag icon="warn" kind="warning">
          {t('queue|otherAddress')}
        </Tag>
      )}
      {mail?.isAutomatic && (
        <Tag icon="again" kind="neutral">
          {t('queue|automaticMail')}
        </Tag>
      )}
      <p className={styles.written} lang={language}>
        {text}
      </p>
      {mail?.quoted && (
        <Disclosure summary={t('queue|quotedMail')}>
          <p className={styles.written} lang={language}>
            {mail.quoted}
          </p>
        </Disclosure>
      )}
    </li>
  );
};

/** Messages between staff and sender. */
export const Messages = ({ data }: { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  return (
    <Stack as="section" aria-labelledby="samskipti">
      <h2 id="samskipti">{t('queue|messages')}</h2>
      {data.messages.length === 0 ? (
        <p>{t('queue|noMessages')}</p>
      ) : (
        <Stack as="ol">
          {data.messages.map((message) => (
            <Message key={message.id} message={message} language={data.language} />
          ))}
        </Stack>
      )}
    </Stack>
  );
};

const blank = { text: '', close: false, note: '' };

/** Why the case cannot be answered here by the employee; undefined if it can. */
const Unanswerable = ({ data }: { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  const { answerBy, assignee, mine, matter } = data;
  // Why, the complaint itself says.
  if (data.handledBefore) return null;
  if (data.answeredByCore)
    return <Alert title={t('queue|answeredByCore')}>{t('queue|answeredByCoreText')}</Alert>;
  // A message beside the request could not be answered: what is asked belongs to the request.
  if (matter.kind === 'change' && data.undecided)
    return (
      <p>
        {matter.settledBy === 'staff'
          ? t('requestCase|askHere', { ask: t('requestCase|ask') })
          : t('requestCase|askByCore')}
      </p>
    );
  if (assignee !== null && !mine) return <p>{t('queue|othersCase', { name: assignee })}</p>;
  return answerBy === 'none' ? <p>{t('queue|answerBy.none')}</p> : null;
};

const canAnswer = ({
  state,
  answeredByCore,
  matter,
  undecided,
  answerBy,
  assignee,
  mine,
  handledBefore,
}: StaffCase): boolean =>
  state !== 'closed' &&
  !answeredByCore &&
  !handledBefore &&
  !(matter.kind === 'change' && undecided) &&
  answerBy !== 'none' &&
  (assignee === null || mine);

/** Opens the text blocks; one that is inserted goes to the end of the reply, where the focus then is. */
export const InsertBlock = ({
  data,
  text,
  onInsert,
}: {
  data: StaffCase;
  text: string;
  onInsert: (text: string, block: TextBlock) => void;
}) => {
  const t = useTexts<'staff'>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="text" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('textBlocks|insert')}
      </Button>
      {isOpen && (
        <BlockPicker
          data={data}
          onInsert={(filled, block) => {
            onInsert(text === '' ? filled : `${text}\n\n${filled}`, block);
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
};

/**
 * Answers the sender, in the language they wrote in; about an undecided request, it is asked where it is settled. What was
 * typed is a draft, and stays to be read and copied when it can no longer be sent (rule DESK-4).
 */
export const AnswerForm = ({ data, caseAction }: { data: StaffCase; caseAction: CaseAction }) => {
  const t = useTexts<'staff'>();
  const { fields } = useCaseDrafts().get('answer');
  const form = useForm({
    schema: schemaOf(data.noteToClose),
    initial: blank,
    restored: fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft('answer', form);
  const [blocks, setBlocks] = useState<{ id: string; version: number }[]>([]);
  const { answerBy, email, language, version } = data;
  const text = form.value('text').trim();
  // A customer's claim has a conversation of its own, whose e-mail only says that something was written.
  const isOnClaim = data.kind === 'claim' && answerBy === 'both';
  const isMailed = !isOnClaim && (answerBy === 'email' || answerBy === 'both');
  const isAnswerable = canAnswer(data);
  // Closing the case has deleted the draft, so the text is on this screen alone.
  useUnsaved(data.state === 'closed' && text !== '');
  if (data.state === 'closed' && text === '') return null;
  // What is answered elsewhere has no reply of its own.
  const hasHeading =
    text !== '' ||
    !(data.answeredByCore || data.handledBefore || (data.matter.kind === 'change' && data.undecided));
  const submit = form.submit(async (answer) => {
    if (caseAction.busy) return;
    const draftAt = draft.changedAt();
    const body = {
      ...{ act: 'answer' as const, version, ...answer },
      ...(blocks.length > 0 && { blocks: blocks.slice(-caseLimits.blocks) }),
      ...(draftAt && { draft: draftAt }),
    };
    if (await draft.send(() => caseAction.act(body))) {
      form.reset();
      setBlocks([]);
      setNotification({ id: 'answer', text: t('queue|answerSent') });
    }
  });
  const failure = caseAction.failed === 'answer' && (
    <Alert kind="error" isLive title={t('queue|answerFailed')}>
      {caseAction.reason}
    </Alert>
  );
  return (
    <Stack as="section" aria-labelledby={hasHeading ? 'svar' : undefined}>
      {hasHeading && <h2 id="svar">{t('queue|answerTitle')}</h2>}
      {!isAnswerable && data.state !== 'closed' && <Unanswerable data={data} />}
      {!isAnswerable && failure}
      {!isAnswerable && text !== '' && (
        <UnsentText text={text} language={language} onDiscard={draft.discard} />
      )}
      {isAnswerable && (
        <Stack as="form" width="form" onSubmit={submit} noValidate>
          <p>
            {t(`queue|answerBy.${isOnClaim ? 'notice' : answerBy}`, { email: email ?? '' })}{' '}
            {t(`queue|writeIn.${language}`)}
          </p>
          <TextArea
            label={t('queue|answer')}
            aria-keyshortcuts="r"
            lang={language}
            rows={7}
            {...form.field('text')}
          />
          <InsertBlock
            data={data}
            text={text}
            onInsert={(filled, block) => {
              form.set('text', filled);
              setBlocks([...blocks, { id: block.id, version: block.version }]);
              document.getElementById(form.idOf('text'))?.focus();
            }}
          />
          <DraftNote draft={draft} />
          {!data.undecided && <Checkbox label={t('queue|closeToo')} {...form.field('close')} />}
          {!data.undecided && data.noteToClose && form.value('close') && (
            <TextArea label={t('queue|note')} hint={t('queue|noteHint')} rows={3} {...form.field('note')} />
          )}
          {failure}
          <Row>
            <Button
              type="submit"
              icon="send"
              isLoading={caseAction.busy === 'answer'}
              loadingLabel={t('queue|sending')}
            >
              {t('queue|sendAnswer')}
            </Button>
            {text !== '' && isMailed && <AnswerPreview caseId={data.id} text={text} language={language} />}
          </Row>
        </Stack>
      )}
    </Stack>
  );
};
