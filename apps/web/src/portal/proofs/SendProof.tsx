import type { InsuranceProof } from '@hofn/contracts';
import { cleanEmail, isEmail } from '@hofn/domain';
import { Button, Dialog, Row, Stack, TextField } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';

const schema = z.object({
  email: z
    .string()
    .check(
      z.overwrite(cleanEmail),
      z.minLength(1, 'global|missingEmail'),
      z.refine(isEmail, 'global|invalidEmail'),
    ),
});

type Props = {
  proof: InsuranceProof;
  onSent: (proof: InsuranceProof) => void;
  onClose: () => void;
};

/** Says what the recipient gets, and sends a proof to the address that the customer confirms. */
export const SendProof = ({ proof, onSent, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: { email: proof.recipient.email ?? '' } });
  const { send, state, error } = usePost('/api/policy/v1/proofs/{id}/send');
  useServerErrors(form.setServerErrors, error);
  const isBusy = state === 'sending';
  const close = () => isBusy || onClose();
  const submit = form.submit(async ({ email }) => {
    if (isBusy) return;
    const sent = await send({ params: { id: proof.id }, body: { email } });
    if (!sent) return;
    setNotification({ id: 'proof', text: t('proof|queued', { email }) });
    onSent(sent);
    onClose();
  });
  return (
    <Dialog title={t('proof|sendTitle')} closeLabel={t('global|close')} onClose={close}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <FormErrors form={form} title={t('proof|sendFailed')} error={error} />
          <p>{t('proof|sendLead', { recipient: proof.recipient.name })}</p>
          <TextField label={t('proof|email')} type="email" autoComplete="off" {...form.field('email')} />
          <Row>
            <Button type="submit" icon="send" isLoading={isBusy} loadingLabel={t('sendByEmail|sending')}>
              {t('global|send')}
            </Button>
            <Button kind="secondary" aria-disabled={isBusy} onClick={close}>
              {t('global|cancel')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
};
