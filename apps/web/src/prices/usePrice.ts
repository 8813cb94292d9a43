import type { Price } from '@hofn/contracts';
import type { FormFault, FormValues } from '@hofn/domain/forms.ts';
import { emptyPriceForm, type PricedProduct, priceFaults } from '@hofn/domain/price-form.ts';
import { formatNumber } from '@hofn/texts/format.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { faultText } from '../forms/declared/fault-text.ts';
import { FormRefused } from '../forms/declared/send-form.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { useFields } from '../forms/useFields.ts';
import { fetchPrice } from './price-calls.ts';

/** Debounce of price requests, in milliseconds. */
const debounceMs = 350;

const errorText = (words: PriceWords, language: Language, { path, reason, params }: FormFault): string => {
  const bounds = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, bound]) => [name, formatNumber(language, bound)]),
  );
  if (reason === 'between') return fillTemplate(words.between, bounds);
  return faultText(words, { path, reason, params: bounds });
};

/** `unavailable`: the insurer has no prices at the moment, so trying again at once is of no use. */
type PriceState = 'asked' | 'asking' | 'failed' | 'unavailable';

/** Requests prices, which only the API calculates (rule FORM-11); only the latest response is shown. */
const usePriceRequest = (product: PricedProduct, language: Language) => {
  const [price, setPrice] = useState<Price>();
  const [state, setState] = useState<PriceState>('asked');
  const currentRequest = useRef<AbortController>(undefined);
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
      } catch (error) {
        const isUnavailable = error instanceof FormRefused && error.errorCode === 'pricesUnavailable';
        if (!controller.signal.aborted) setState(isUnavailable ? 'unavailable' : 'failed');
        return undefined;
      }
    },
    [product, language],
  );
  useEffect(() => () => currentRequest.current?.abort(), []);
  return { price, state, requestPrice };
};

type Settings = {
  words: PriceWords;
  language: Language;
  /** Answers of a saved price. */
  initial?: FormValues | undefined;
};

/**
 * The form of a product's questions, and the price of its answers. The first `requestPrice` that finds no errors starts
 * it; after that, every valid change requests the price again.
 */
export const usePrice = (product: PricedProduct, { words, language, initial }: Settings) => {
  const form = useFields(
    useState<FormValues>(() => ({ ...emptyPriceForm(product), ...initial })),
    (values) =>
      priceFaults(product, values).map((fault) => ({
        path: fault.path,
        message: errorText(words, language, fault),
      })),
  );
  const { price, state, requestPrice } = usePriceRequest(product, language);
  const { values } = form;
  const hasErrors = form.errors.length > 0;

  const isStarted = useRef(false);
  const pricedValues = useRef(values);
  useEffect(() => {
    if (!isStarted.current || hasErrors || pricedValues.current === values) return;
    const timer = setTimeout(() => {
      pricedValues.current = values;
      void requestPrice(values);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [values, hasErrors, requestPrice]);

  return {
    form,
    price,
    state,
    /** Whether the price on screen can be that of the answers. */
    isComplete: !hasErrors,
    /** Requests the price of the current answers, unless they have errors. */
    requestPrice: async (): Promise<Price | undefined> => {
      if (!form.check()) return undefined;
      isStarted.current = true;
      pricedValues.current = values;
      return requestPrice(values);
    },
  };
};
