import type { Price } from '@hofn/contracts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { emptyPriceForm, type PricedProduct, priceFaults } from '@hofn/domain/price-form.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Language } from '../engine/types.ts';
import { useDeferUntilPointerUp } from '../forms/useDeferUntilPointerUp.ts';
import { fetchPrice } from './price-calls.ts';

/** Debounce of price requests, in milliseconds. */
const debounceMs = 350;

/**
 * Holds the answers and their price, which only the API calculates (rule FORM-11). Submit requests the first price;
 * after that, every valid change requests the price again, and only the latest response is shown.
 * @param initial answers of a saved price
 */
export const usePrice = (product: PricedProduct, language: Language, initial?: FormValues) => {
  const [values, setValues] = useState<FormValues>(() => ({ ...emptyPriceForm(product), ...initial }));
  const [price, setPrice] = useState<Price>();
  const [state, setState] = useState<'asked' | 'asking' | 'failed'>('asked');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const currentRequest = useRef<AbortController>(undefined);
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const faults = priceFaults(product, values);
  const hasFaults = faults.length > 0;

  const requestPrice = useCallback(
    async (answers: FormValues): Promise<Price | undefined> => {
      currentRequest.current?.abort();
      const controller = new AbortController();
      currentRequest.current = controller;
      setState('asking');
      try {
        const answer = await fetchPrice(product, answers, { language, signal: controller.signal });
        if (controller.signal.aborted) return undefined;
        setPrice(answer);
        setState('asked');
        return answer;
      } catch {
        if (!controller.signal.aborted) setState('failed');
        return undefined;
      }
    },
    [product, language],
  );
  useEffect(() => () => currentRequest.current?.abort(), []);

  const isStarted = useRef(false);
  const pricedValues = useRef(values);
  useEffect(() => {
    if (!isStarted.current || hasFaults || pricedValues.current === values) return;
    const timer = setTimeout(() => {
      pricedValues.current = values;
      void requestPrice(values);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [values, hasFaults, requestPrice]);

  return {
    values,
    faults,
    price,
    state,
    /** Number of submits that found errors; the summary takes focus each time. */
    attempt,
    /** Whether the error of a field is shown (rule FORM-5). */
    showsFault: (path: string): boolean => attempt > 0 || price !== undefined || touched.has(path),
    touch: (path: string): void =>
      deferUntilPointerUp(() =>
        setTouched((previous) => (previous.has(path) ? previous : new Set([...previous, path]))),
      ),
    change: (changes: FormValues): void => setValues((previous) => ({ ...previous, ...changes })),
    /** Requests the price of the current answers, unless they have errors. */
    submit: async (): Promise<Price | undefined> => {
      if (hasFaults) {
        setAttempt((count) => count + 1);
        return undefined;
      }
      isStarted.current = true;
      pricedValues.current = values;
      return requestPrice(values);
    },
  };
};
