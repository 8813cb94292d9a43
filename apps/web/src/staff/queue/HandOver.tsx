import { type CaseColleague, caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { formatDate } from '@hofn/texts/format.ts';
import { Alert, Button, SelectField, Stack, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { setNotification } from '../../parts/notices.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { FormEnd } from './FormEnd.tsx';
import type { Texts } from './labels.ts';
import type { CaseAction } from './useCaseAction.ts';
import { useColleagues } from './useColleagues.ts';
import { useFold } from './useFold.ts';

type Props = { data: StaffCase; caseAction: CaseAction };

/** The choice of nobody in particular: no employee has a key with an asterisk. */
const everyone = '*';

const schema = z.object({
  to: z.string().check(z.minLength(1, 'caseHandOver|toMissing')),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'caseHandOver|reasonMissing'),
      z.maxLength(caseLimits.note, 'global|maxLength'),
    ),
});
const blank = { to: '', reason: '' };

const dayText = (t: Texts, day: string) => formatDate(t.language, day, 'medium');

/** Says that the chosen colleague is away, and offers the deputy. */
const AwayNote = ({ colleague, onChoose }: { colleague: CaseColleague; onChoose: (key: string) => void }) => {
  const t = useTexts<'staff'>();
  const { name, away } = colleague;
  if (!away) return null;
  const { until, deputy } = away;
  return (
    <Alert kind="warning" title={t('caseHandOver|away', { name, until: dayText(t, until) })}>
      {deputy ? (
        <Button kind="text" size="small" onClick={() => onChoose(deputy.key)}>
          {t('caseHandOver|toDeputy', { name: deputy.name })}
        </Button>
      ) : (
        t('caseHandOver|noDeputy')
      )}
    </Alert>
  );
};

const HandOverForm = ({ data, caseAction, onLeave }: Props & { onLeave: () => void }) => {
  const t = useTexts<'staff'>();
  const form = useForm({
    schema,
    initial: blank,
    restored: useCaseDrafts().get('handOver').fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft('handOver', form);
  const { items: colleagues } = useColleagues(data.id, true);
  const items = colleagues.filter(({ handledBefore }) => !handledBefore);
  const chosen = items.find(({ key }) => key === form.value('to'));
  const submit = form.submit(async ({ to, reason }) => {
    if (caseAction.busy) return;
    const body = {
      ...{ act: 'handOver' as const, version: data.version, reason },
      to: to === everyone ? null : to,
    };
    if (!(await draft.send(() => caseAction.act(body)))) return;
    setNotification({ id: 'handOver', text: t('caseHandOver|done') });
    onLeave();
  });
  return (
    <Stack as="form" width="form" onSubmit={submit} noValidate aria-label={t('caseHandOver|open')}>
      <SelectField
        label={t('caseHandOver|to')}
        {...form.field('to')}
        options={[
          { value: '', label: t('caseNotes|choose') },
          ...items.map(({ key, name, away }) => ({
            value: key,
            label: away ? t('caseHandOver|colleagueAway', { name, until: dayText(t, away.until) }) : name,
          })),
          ...(data.assignee === null ? [] : [{ value: everyone, label: t('caseHandOver|everyone') }]),
        ]}
      />
      {chosen && <AwayNote colleague={chosen} onChoose={(key) => form.set('to', key)} />}
      <TextArea
        label={t('caseHandOver|reason')}
        hint={t('caseHandOver|reasonHint')}
        rows={2}
        {...form.field('reason')}
      />
      <FormEnd
        {...{ draft, caseAction, onLeave }}
        act="handOver"
        submit={t('caseHandOver|submit')}
        sending={t('queue|working')}
        failed={t('caseHandOver|failed')}
      />
    </Stack>
  );
};

/**
 * Hands a case to a colleague, or back to everyone (rule DESK-5). The form stays while a colleague has taken the case meanwhile:
 * what was typed is neither lost nor hidden.
 */
export const HandOver = ({ data, caseAction }: Props) => {
  const t = useTexts<'staff'>();
  const { get } = useCaseDrafts();
  const { isOpen, open, close, place } = useFold(get('handOver').changedAt !== null);
  if (data.state === 'closed' || (!isOpen && !data.mayHandOver)) return null;
  return (
    <div ref={place}>
      {isOpen ? (
        <HandOverForm data={data} caseAction={caseAction} onLeave={close} />
      ) : (
        <Button kind="text" size="small" icon="send" aria-keyshortcuts="h" onClick={open}>
          {t('caseHandOver|open')}
        </Button>
      )}
    </div>
  );
};
