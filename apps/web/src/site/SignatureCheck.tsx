import type { SignatureCheck as Answer } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Alert, DescriptionList, FileField } from '@hofn/ui';
import { useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { apiAddress } from '../session/settings.ts';
import styles from './Check.module.css';

/** The page's content document. */
export type SignatureCheckDocument = Record<
  | 'title'
  | 'lead'
  | 'file'
  | 'fileHint'
  | 'choose'
  | 'drop'
  | 'remove'
  | 'again'
  | 'checking'
  | 'checked'
  | 'valid'
  | 'validText'
  | 'notValid'
  | 'notValidText'
  | 'failed'
  | 'tooMany'
  | 'document'
  | 'signer'
  | 'signedAt'
  | 'issuer'
  | 'elsewhere',
  string
>;

type Found = NonNullable<Answer['document']>;
type State = { step: 'checking' | 'failed' | 'tooMany' | 'notValid' } | { step: 'valid'; document: Found };

const hashOf = async (file: File): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Verifies the hash of a file. Called without the API client, to avoid loading the session for a public call. */
const ask = async (file: File, language: string): Promise<State> => {
  try {
    const answer = await fetch(await apiAddress('/api/public/v1/signaturecheck'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify({ sha256: await hashOf(file) }),
    });
    if (answer.status === 429) return { step: 'tooMany' };
    if (!answer.ok) return { step: 'failed' };
    const { valid, document } = (await answer.json()) as Answer;
    return valid && document ? { step: 'valid', document } : { step: 'notValid' };
  } catch {
    return { step: 'failed' };
  }
};

const fileStateOf = (words: SignatureCheckDocument, { step }: State) => {
  if (step === 'checking') return { state: 'waiting' as const, status: words.checking };
  if (step === 'failed' || step === 'tooMany')
    return { state: 'refused' as const, status: words[step], canRetry: true };
  return { state: 'done' as const, status: words.checked };
};

/** Verifies publicly that a signed document is unchanged. Only its hash is sent. */
export const SignatureCheck = ({ texts }: { texts: SignatureCheckDocument }) => {
  const { language } = useTexts();
  const [chosen, setChosen] = useState<{ file: File; state: State }>();
  const turn = useRef(0);
  const check = async (file: File | undefined) => {
    if (!file) return;
    turn.current += 1;
    const mine = turn.current;
    setChosen({ file, state: { step: 'checking' } });
    const state = await ask(file, language);
    // Ignore the response if another file has been chosen in the meantime.
    if (mine === turn.current) setChosen({ file, state });
  };
  const state = chosen?.state;
  const removeOf = (name: string) => texts.remove.replace('{name}', name);
  return (
    <div className={`page-width ${styles.page}`}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <p className={styles.lead}>{texts.lead}</p>
      <div className={styles.form}>
        <FileField
          isSingle
          label={texts.file}
          hint={texts.fileHint}
          chooseLabel={texts.choose}
          dropLabel={texts.drop}
          accept="application/pdf"
          files={
            chosen
              ? [
                  {
                    id: 'chosen',
                    name: chosen.file.name,
                    ...fileStateOf(texts, chosen.state),
                  },
                ]
              : []
          }
          texts={{ remove: removeOf, cancel: removeOf, retry: texts.again, progress: (name) => name }}
          onChoose={([file]) => void check(file)}
          onRetry={() => void check(chosen?.file)}
          onRemove={() => {
            turn.current += 1;
            setChosen(undefined);
          }}
        />
      </div>
      <div className={styles.answer} role="status">
        {state?.step === 'valid' && (
          <>
            <Alert kind="success" title={texts.valid}>
              {texts.validText}
            </Alert>
            <DescriptionList
              items={[
                { term: texts.document, value: state.document.title },
                { term: texts.signer, value: state.document.signer },
                { term: texts.signedAt, value: formatDateTime(language, state.document.signedAt) },
                { term: texts.issuer, value: state.document.certificateIssuer },
              ]}
            />
            <p>{texts.elsewhere}</p>
          </>
        )}
        {state?.step === 'notValid' && (
          <Alert kind="warning" title={texts.notValid}>
            {texts.notValidText}
          </Alert>
        )}
      </div>
    </div>
  );
};

const SignatureCheckTemplate = ({ data }: TemplateProps<SignatureCheckDocument>) => (
  <SignatureCheck texts={data} />
);

export default SignatureCheckTemplate;
