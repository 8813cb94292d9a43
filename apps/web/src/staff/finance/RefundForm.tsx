import type { CardPayment } from '@hofn/contracts/refunds.ts';
import { parseIsk } from '@hofn/domain';
import { refundReasonLimit } from '@hofn/domain/refunds.ts';
import { formatMoney, formatNumber } from '@hofn/texts';
import { Button, MoneyField, Section, Stack, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { setNotification } from '../../parts/notices.ts';
import { usePost, useRefetch } from '../../session/index.ts';

const path = '/api/staff/v1/finance/payments/{customer}/{id}';

const schemaOf = (left: number) =>
  z.object({
    amount: z.pipe(
      z.string().check(
        z.refine((text) => (parseIsk(text) ?? 0) > 0, 'cardPayment|amountWrong'),
        z.refine((text) => (parseIsk(text) ?? 0) <= left, 'cardPayment|aboveLeft'),
      ),
      z.transform((text: string) => parseIsk(text) ?? 0),
    ),
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'cardPayment|reasonMissing'),
        z.maxLength(refundReasonLimit, 'global|maxLength'),
      ),
  });

/** Proposes a refund, which somebody else approves. */
export const RefundForm = ({ payment }: { payment: CardPayment }) => {
  const t = useTexts<'staff'>();
  const { left, customer, id, waiting } = payment;
  const initial = { amount: formatNumber(t.language, left), reason: '' };
  const form = useForm({ schema: schemaOf(left), initial });
  const { send, state, error } = usePost(`${path}/refunds`);
  const refetch = useRefetch();
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  const submit = form.submit(async (body) => {
    if (!(await send({ params: { customer: customer.id, id }, body }))) return;
    setNotification({ id: 'refund', text: t('cardPayment|proposed') });
    refetch(path);
  });
  return (
    <Section title={t('cardPayment|propose')}>
      <Stack as="form" width="form" noValidate onSubmit={submit} aria-label={t('cardPayment|propose')}>
        <FormErrors form={form} title={t('cardPayment|failed')} error={error} />
        <p>{t(waiting?.own ? 'cardPayment|replaces' : 'cardPayment|needsOther')}</p>
        <MoneyField
          label={t('money|amount')}
          hint={t('cardPayment|atMost', { amount: formatMoney(t.language, left) })}
          language={t.language}
          unit={t('cardPayment|isk')}
          {...form.field('amount')}
        />
        <TextArea
          label={t('cardPayment|reason')}
          hint={t('cardPayment|reasonHint')}
          {...form.field('reason')}
        />
        <div>
          <Button type="submit" isLoading={state === 'sending'} loadingLabel={t('cardPayment|sending')}>
            {t('cardPayment|submit')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
};
