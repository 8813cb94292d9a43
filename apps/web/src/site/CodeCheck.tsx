import { cleanIdentifier } from '@hofn/domain/typed-text.ts';
import { Button, TextField } from '@hofn/ui';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Language, useLocation, useTexts } from '../engine/index.ts';
import { idOf } from '../engine/scroll-target.ts';
import { useFields } from '../forms/useFields.ts';
import { apiAddress } from '../session/settings.ts';
import styles from './Check.module.css';

/** The texts of a page that checks a code. */
export type CodeCheckTexts = Record<
  'title' | 'lead' | 'code' | 'codeHint' | 'codeMissing' | 'check' | 'checking' | 'failed' | 'tooMany',
  string
>;

type State<Answer> =
  | { step: 'asked' | 'checking' | 'failed' | 'tooMany' }
  | { step: 'ready'; answer: Answer };

/** Asks about a code. Without the API client, to avoid loading the session for a public call. */
const ask = async <Answer,>(path: string, code: string, language: string): Promise<State<Answer>> => {
  try {
    const address = await apiAddress(`${path}/${encodeURIComponent(code)}`);
    const answer = await fetch(address, { headers: { 'Accept-Language': language } });
    if (answer.status === 429) return { step: 'tooMany' };
    if (!answer.ok) return { step: 'failed' };
    return { step: 'ready', answer: (await answer.json()) as Answer };
  } catch {
    return { step: 'failed' };
  }
};

type Props<Answer> = {
  texts: CodeCheckTexts;
  /** Path of the public call, without the code. */
  path: string;
  children: (answer: Answer, language: Language) => ReactNode;
};

/** A public page that checks a code: a typed one, or one in the address's hash or path. */
export const CodeCheck = <Answer,>({ texts, path, children }: Props<Answer>) => {
  const { language } = useTexts();
  const { hash, params } = useLocation();
  const given = idOf(hash) || (params.code ?? '');
  const form = useFields(
    useState({ code: '' }),
    ({ code }) => (code.trim() === '' ? [{ path: 'code', message: texts.codeMissing }] : []),
    { focusesField: true },
  );
  const setCode = useEffectEvent((code: string) => form.set('code', code));
  const [state, setState] = useState<State<Answer>>({ step: 'asked' });
  useEffect(() => {
    let left = false;
    if (given === '') return;
    setCode(given);
    setState({ step: 'checking' });
    void ask<Answer>(path, given, language).then((answer) => left || setState(answer));
    return () => {
      left = true;
    };
  }, [path, language, given]);
  const submit = form.submit(async ({ code }) => {
    if (state.step === 'checking') return;
    setState({ step: 'checking' });
    setState(await ask<Answer>(path, cleanIdentifier(code), language));
  });
  return (
    <div className={`page-width ${styles.page}`}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <p className={styles.lead}>{texts.lead}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          {...form.field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div>
          <Button type="submit" isLoading={state.step === 'checking'} loadingLabel={texts.checking}>
            {texts.check}
          </Button>
        </div>
      </form>
      <div className={styles.answer} role="status">
        {state.step === 'ready' && children(state.answer, language)}
        {state.step === 'failed' && <p>{texts.failed}</p>}
        {state.step === 'tooMany' && <p>{texts.tooMany}</p>}
      </div>
    </div>
  );
};
