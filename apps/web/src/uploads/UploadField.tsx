import { FileField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { acceptedFiles, type Uploads } from './useUploads.ts';

type Props = {
  uploads: Uploads;
  label: string;
  id?: string;
  optional?: string | undefined;
  error?: string | undefined;
};

/** File field for photos and documents, with upload progress. */
export const UploadField = ({ uploads, ...field }: Props) => {
  const t = useTexts<'portal'>();
  return (
    <FileField
      {...field}
      hint={t('claim|fileHint')}
      chooseLabel={t('claim|chooseFiles')}
      dropLabel={t('claim|dropFiles')}
      accept={acceptedFiles}
      files={uploads.files}
      texts={uploads.words}
      isFull={uploads.isFull}
      onChoose={uploads.choose}
      onRemove={uploads.remove}
      onRetry={uploads.retry}
    />
  );
};
