import { type ComponentType, useEffect, useRef, useState } from 'react';
import { TextsContext } from '../../engine/texts.ts';
import type { Language } from '../../engine/types.ts';
import { UploadField } from '../../uploads/UploadField.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import { createVisitorApi } from '../../uploads/visitor-api.ts';
import { loadPortalTexts } from '../../uploads/visitor-texts.ts';
import type { SentFiles } from './useDeclaredForm.ts';

export type FilesProps = {
  id: string;
  label: string;
  optional: string | undefined;
  error: string | undefined;
  onChange: (files: SentFiles) => void;
};

const Files = ({ language, onChange, ...field }: FilesProps & { language: Language }) => {
  // The visit token is per form, because submitting the form consumes its uploads.
  const visitToken = useRef<string>(undefined);
  const [{ visitorApi }] = useState(() =>
    createVisitorApi(language, {
      read: () => visitToken.current,
      save: (newToken) => {
        visitToken.current = newToken;
      },
    }),
  );
  const uploads = useUploads({
    api: visitorApi,
    announce: (body, idempotencyKey) => visitorApi.post('/api/form/v1/attachments', { body, idempotencyKey }),
  });
  const ids = uploads.ids.join();
  const { isSettled } = uploads;
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  useEffect(() => {
    latestOnChange.current({
      ids: ids === '' ? [] : ids.split(','),
      isSettled,
      visitToken: visitToken.current,
    });
  }, [ids, isSettled]);
  return <UploadField {...field} uploads={uploads} />;
};

/**
 * Loads a form's file field. Files are uploaded in parts, as for claims, before the form is sent.
 * @returns the field component with its texts; rejects if the texts cannot be loaded
 */
export const openFiles = async (language: Language): Promise<ComponentType<FilesProps>> => {
  const texts = await loadPortalTexts(language);
  return (props) => (
    <TextsContext value={texts}>
      <Files {...props} language={language} />
    </TextsContext>
  );
};
