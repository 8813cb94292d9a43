import type { Authority } from '@hofn/contracts/authorities.ts';
import { formatMoney } from '@hofn/texts';
import { Button, Dialog, MoneyField, Row, Stack } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import { typedAmount } from './AuthorityForm.tsx';
import type { AuthorityStep } from './AuthorityTable.tsx';
import { useAuthorityTexts } from './authority-texts.ts';

type Props = { authority: Authority; onDone: () => void; onClose: () => void };

/** Asks before authority is confirmed. */
const Confirm = ({ authority, onDone, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const { whatOf } = useAuthorityTexts();
  const { send, state, error } = usePost('/api/staff/v1/authorities/{id}/confirm');
  const { id, employee, upTo } = authority;
  const confirm = async () => {
    if (state === 'sending' || !(await send({ params: { id } }))) return;
    setNotification({ id: 'authority', text: t('authorities|confirmed') });
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('authorities|confirmTitle')}
      confirmLabel={t('authorities|confirm')}
      busyLabel={t('authorities|working')}
      isBusy={state === 'sending'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {t('authorities|confirmText', {
          name: employee.name,
          what: whatOf(authority),
          amount: formatMoney(t.language, upTo),
        })}
      </p>
      <ErrorAlert title={t('authorities|failed')} error={error} />
    </ConfirmDialog>
  );
};

/** Asks before authority is ended, or what waits is refused. */
const End = ({ authority, onDone, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const { whatOf } = useAuthorityTexts();
  const { send, state, error } = usePost('/api/staff/v1/authorities/{id}/end');
  const { id, employee, upTo } = authority;
  const end = async () => {
    if (state === 'sending' || !(await send({ params: { id }, body: { upTo: null } }))) return;
    setNotification({ id: 'authority', text: t('authorities|ended') });
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('authorities|endTitle')}
      confirmLabel={t(authority.state === 'waiting' ? 'authorities|reject' : 'authorities|end')}
      busyLabel={t('authorities|working')}
      kind="danger"
      isBusy={state === 'sending'}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        {t('authorities|endText', {
          name: employee.name,
          what: whatOf(authority),
          amount: formatMoney(t.language, upTo),
        })}
      </p>
      <ErrorAlert title={t('authorities|failed')} error={error} />
    </ConfirmDialog>
  );
};

const lowerSchema = z.object({ upTo: typedAmount });

/** Lowers authority to another amount. */
const Lower = ({ authority, onDone, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const { id, employee, upTo } = authority;
  const form = useForm({ schema: lowerSchema, initial: { upTo: '' }, focusesField: true });
  const { send, state, error } = usePost('/api/staff/v1/authorities/{id}/end');
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  const isBusy = state === 'sending';
  return (
    <Dialog
      title={t('authorities|lowerTitle', { name: employee.name })}
      closeLabel={t('global|close')}
      onClose={() => !isBusy && onClose()}
    >
      <Stack
        as="form"
        noValidate
        onSubmit={form.submit(async (values) => {
          if (!(await send({ params: { id }, body: values }))) return;
          setNotification({ id: 'authority', text: t('authorities|lowered') });
          onDone();
          onClose();
        })}
      >
        <FormErrors form={form} title={t('authorities|failed')} error={error} />
        <MoneyField
          label={t('authorities|upTo')}
          hint={t('authorities|lowerHint', { amount: formatMoney(t.language, upTo) })}
          language={t.language}
          unit={t('authorities|isk')}
          {...form.field('upTo')}
        />
        <Row>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('authorities|working')}>
            {t('authorities|lower')}
          </Button>
          <Button kind="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};

const dialogs: Record<AuthorityStep, typeof Confirm> = {
  confirm: Confirm,
  reject: End,
  lower: Lower,
  end: End,
};

/** The dialog of what an administrator does with authority (rule ROLE-5). */
export const AuthorityDialog = ({ step, ...props }: Props & { step: AuthorityStep }) => {
  const Shown = dialogs[step];
  return <Shown {...props} />;
};
