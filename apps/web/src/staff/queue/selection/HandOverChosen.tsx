import type { CaseLine } from '@hofn/contracts';
import { caseLimits } from '@hofn/contracts/cases.ts';
import { formatDate } from '@hofn/texts/format.ts';
import { Button, Dialog, Row, SelectField, Stack, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../../engine/index.ts';
import { useForm } from '../../../forms/useForm.ts';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { useCall } from '../../../session/index.ts';

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

type Props = {
  chosen: readonly CaseLine[];
  isBusy: boolean;
  onHandOver: (to: string, reason: string) => void;
  onClose: () => void;
};

/** Hands the chosen cases to a colleague who may open all of them. */
export const HandOverChosen = ({ chosen, isBusy, onHandOver, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { to: '', reason: '' }, focusesField: true });
  const call = useCall('/api/staff/v1/queue/colleagues', {
    query: { cases: chosen.map(({ id }) => id).join(',') },
    dropOnClose: true,
  });
  const items = call.data?.items.filter(({ handledBefore }) => !handledBefore) ?? [];
  return (
    <Dialog title={t('caseSelection|handOverTitle')} closeLabel={t('global|close')} onClose={onClose}>
      <Stack as="form" onSubmit={form.submit(async ({ to, reason }) => onHandOver(to, reason))} noValidate>
        <p>{t('caseSelection|chosen', { n: chosen.length })}</p>
        <ErrorAlert title={t('global|errorTitle')} error={call.error} />
        {call.data && items.length === 0 && <p>{t('caseSelection|nobody')}</p>}
        <SelectField
          label={t('caseHandOver|to')}
          {...form.field('to')}
          options={[
            { value: '', label: t('caseNotes|choose') },
            ...items.map(({ key, name, away }) => ({
              value: key,
              label: away
                ? t('caseHandOver|colleagueAway', {
                    name,
                    until: formatDate(t.language, away.until, 'medium'),
                  })
                : name,
            })),
          ]}
        />
        <TextArea
          label={t('caseHandOver|reason')}
          hint={t('caseHandOver|reasonHint')}
          rows={2}
          {...form.field('reason')}
        />
        <Row>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('queue|working')}>
            {t('caseSelection|handOver')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
