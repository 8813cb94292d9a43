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
  // For this form alone: what was sent with it is used up when it is sent.
  const right = useRef<string>(undefined);
  const [{ visitor }] = useState(() =>
    createVisitorApi(language, {
      read: () => right.current,
      keep: (given) => {
        right.current = given;
      },
    }),
  );
  const uploads = useUploads({
    api: visitor,
    announce: (body, idempotencyKey) => visitor.post('/api/form/v1/attachments', { body, idempotencyKey }),
  });
  const ids = uploads.ids.join();
  const { settled } = uploads;
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    tell.current({ ids: ids === '' ? [] : ids.split(','), settled, right: right.current });
  }, [ids, settled]);
  return <UploadField {...field} uploads={uploads} />;
};

/**
 * Where files of a form are chosen, and shown on their way: they go in parts, as a claim's do, before the form is sent.
 * @returns the field, with its words in the language; rejects when they cannot be fetched
 */
export const openFiles = async (language: Language): Promise<ComponentType<FilesProps>> => {
  const texts = await loadPortalTexts(language);
  return (props) => (
    <TextsContext value={texts}>
      <Files {...props} language={language} />
    </TextsContext>
  );
};
