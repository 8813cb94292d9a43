import { TextField } from '@hofn/ui';
import { useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { type Insured, keepInsured, readInsured } from './insured.ts';

/** Which car or home the price is for, as typed on the front page; it changes no price. */
export const InsuredField = ({ kind, texts }: { kind: Insured['kind']; texts: PriceWords }) => {
  const [text, setText] = useState(() => readInsured(kind));
  return (
    <TextField
      label={texts[kind]}
      optional={texts.labels.optional}
      hint={texts.insuredHint}
      value={text}
      maxLength={120}
      autoComplete={kind === 'address' ? 'street-address' : 'off'}
      {...(kind === 'plate' && { autoCapitalize: 'characters', spellCheck: false, width: 'narrow' })}
      onChange={({ target }) => {
        setText(target.value);
        keepInsured({ kind, text: target.value });
      }}
    />
  );
};
