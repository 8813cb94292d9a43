import type { Price } from '@hofn/contracts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { emptyPriceForm, type PricedProduct, priceFaults } from '@hofn/domain/price-form.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Language } from '../engine/types.ts';
import { useAfterPress } from '../forms/useAfterPress.ts';
import { askPrice } from './price-calls.ts';

/** How long after a change the price is asked for anew: between two signs of an amount there is no need. */
const settledMs = 350;

/**
 * Answers and the price of them, which the service alone reckons (rule FORM-11). The first is asked for by a press; after
 * it every change that leaves nothing wrong asks anew, and the answer to the last is the one that is shown.
 * @param initial answers of a price that is changed
 */
export const usePrice = (product: PricedProduct, language: Language, initial?: FormValues) => {
  const [values, setValues] = useState<FormValues>(() => ({ ...emptyPriceForm(product), ...initial }));
  const [price, setPrice] = useState<Price>();
  const [state, setState] = useState<'asked' | 'asking' | 'failed'>('asked');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const current = useRef<AbortController>(undefined);
  const afterPress = useAfterPress();
  const faults = priceFaults(product, values);
  const faulty = faults.length > 0;

  const ask = useCallback(
    async (answers: FormValues): Promise<Price | undefined> => {
      current.current?.abort();
      const asking = new AbortController();
      current.current = asking;
      setState('asking');
      try {
        const answer = await askPrice(product, answers, { language, signal: asking.signal });
        if (asking.signal.aborted) return undefined;
        setPrice(answer);
        setState('asked');
        return answer;
      } catch {
        if (!asking.signal.aborted) setState('failed');
        return undefined;
      }
    },
    [product, language],
  );
  useEffect(() => () => current.current?.abort(), []);

  const begun = useRef(false);
  const shown = useRef(values);
  useEffect(() => {
    if (!begun.current || faulty || shown.current === values) return;
    const timer = setTimeout(() => {
      shown.current = values;
      void ask(values);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [values, faulty, ask]);

  return {
    values,
    faults,
    price,
    state,
    /** Number of times that something was left to mend; the summary takes the focus with each. */
    attempt,
    /** Whether the fault of a field is to be told (rule FORM-5). */
    isTold: (path: string): boolean => attempt > 0 || price !== undefined || touched.has(path),
    touch: (path: string): void =>
      afterPress(() => setTouched((before) => (before.has(path) ? before : new Set([...before, path])))),
    change: (part: FormValues): void => setValues((before) => ({ ...before, ...part })),
    /** Asks for the price of what is answered, unless something is wrong with it. */
    submit: async (): Promise<Price | undefined> => {
      if (faulty) {
        setAttempt((count) => count + 1);
        return undefined;
      }
      begun.current = true;
      shown.current = values;
      return ask(values);
    },
  };
};
