import type { CaseKind, TextBlock } from '@hofn/contracts';
import { caseKind } from '@hofn/contracts/cases.ts';
import { textBlockLimits } from '@hofn/contracts/text-blocks.ts';
import { blockFields, unknownFieldIn } from '@hofn/domain/text-blocks.ts';
import {
  Alert,
  Button,
  DescriptionList,
  Dialog,
  Grid,
  Row,
  SelectField,
  Stack,
  StatusRegion,
  TextArea,
  TextField,
} from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import styles from '../queue/CaseScreen.module.css';

const text = z.string().check(
  z.trim(),
  z.minLength(1, 'textBlocks|textMissing'),
  z.maxLength(textBlockLimits.text, 'global|maxLength'),
  z.refine((typed) => unknownFieldIn(typed) === undefined, 'textBlocks|unknownField'),
);
const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'textBlocks|nameMissing'),
      z.maxLength(textBlockLimits.name, 'global|maxLength'),
    ),
  kind: z.string(),
  is: text,
  en: text,
});
const kindIn = (chosen: string): CaseKind | null => caseKind.options.find((kind) => kind === chosen) ?? null;

/** Sends a new block, or the next version of one. */
const useSave = (block: TextBlock | undefined) => {
  const add = usePost('/api/staff/v1/text-blocks');
  const change = usePost('/api/staff/v1/text-blocks/{id}');
  const save = (written: Pick<TextBlock, 'name' | 'kind' | 'is' | 'en'>, version: number | undefined) =>
    block && version !== undefined
      ? change.send({ params: { id: block.id }, body: { ...written, version } })
      : add.send({ body: written });
  const { state, error } = block ? change : add;
  return { save, isBusy: state === 'sending', isDone: state === 'done', error };
};

/** The version that a colleague has written meanwhile, to compare with. */
const Newer = ({ latest }: { latest: TextBlock }) => {
  const t = useTexts<'staff'>();
  return (
    <Stack>
      <Alert kind="warning" title={t('textBlocks|newer', { name: latest.by ?? t('textBlocks|system') })}>
        {t('textBlocks|newerText')}
      </Alert>
      <Grid isFilled gap="l">
        {(['is', 'en'] as const).map((language) => (
          <div key={language}>
            <h3>{t(language === 'is' ? 'textBlocks|newerIs' : 'textBlocks|newerEn')}</h3>
            <p lang={language} className={styles.written}>
              {latest[language]}
            </p>
          </div>
        ))}
      </Grid>
    </Stack>
  );
};

/**
 * Writes a text block in both languages. Where a colleague has changed it meanwhile, what was typed stays, the new version is
 * shown beside it, and saving again follows that one.
 * @param options.block the version that is changed; undefined to add a block
 * @param options.latest the version that holds by now; undefined when it is out of use
 */
export const TextBlockForm = ({
  block,
  latest,
  onSaved,
  onClose,
}: {
  block?: TextBlock;
  latest?: TextBlock | undefined;
  onSaved: () => void;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const form = useForm({
    schema,
    initial: {
      ...{ name: block?.name ?? '', kind: block?.kind ?? '' },
      ...{ is: block?.is ?? '', en: block?.en ?? '' },
    },
  });
  const { save, isBusy, isDone, error } = useSave(block);
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && !isDone);
  const newer = block && latest && latest.version > block.version ? latest : undefined;
  const submit = form.submit(async ({ kind, ...written }) => {
    if (isBusy) return;
    const answer = await save({ ...written, kind: kindIn(kind) }, (newer ?? block)?.version);
    // Also after a refusal: a colleague may have changed it.
    onSaved();
    if (!answer) return;
    setNotification({ id: 'textBlock', text: t('textBlocks|saved') });
    onClose();
  });
  return (
    <Dialog
      size="large"
      title={block ? t('textBlocks|changeOf', { name: block.name }) : t('textBlocks|add')}
      closeLabel={t('global|close')}
      onClose={() => !isBusy && onClose()}
    >
      <Stack as="form" noValidate onSubmit={submit}>
        <FormErrors form={form} title={t('textBlocks|failed')} error={newer ? undefined : error} />
        <StatusRegion>{newer && <Newer latest={newer} />}</StatusRegion>
        <Grid isFilled gap="l">
          <TextField label={t('textBlocks|name')} autoComplete="off" {...form.field('name')} />
          <SelectField
            label={t('textBlocks|kind')}
            {...form.field('kind')}
            options={[
              { value: '', label: t('textBlocks|anyKind') },
              ...caseKind.options.map((kind) => ({ value: kind, label: t(`caseKind|${kind}`) })),
            ]}
          />
        </Grid>
        <section aria-labelledby="reitir">
          <h3 id="reitir">{t('textBlocks|fields')}</h3>
          <p>{t('textBlocks|fieldsText')}</p>
          <DescriptionList
            items={blockFields.map((name) => ({ term: `{${name}}`, value: t(`textBlocks|field.${name}`) }))}
          />
        </section>
        <Grid isFilled gap="l">
          <TextArea label={t('textBlocks|isText')} lang="is" rows={8} {...form.field('is')} />
          <TextArea label={t('textBlocks|enText')} lang="en" rows={8} {...form.field('en')} />
        </Grid>
        <Row>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('textBlocks|saving')}>
            {t(newer ? 'textBlocks|saveOver' : 'textBlocks|save')}
          </Button>
          <Button kind="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
