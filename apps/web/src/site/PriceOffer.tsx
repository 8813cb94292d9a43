import type { Offer } from '@hofn/contracts';
import { visibleFieldsOf } from '@hofn/domain/forms.ts';
import { priceFieldsOf } from '@hofn/domain/price-form.ts';
import { cleanIdentifier } from '@hofn/domain/typed-text.ts';
import { dayOfInstant, formatDate, formatMoney, formatNumber } from '@hofn/texts/format.ts';
import { Alert, Button, DescriptionList, TextField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import type { PriceOfferDocument, PriceWords } from '../content/documents.ts';
import { navigate, useLocation, usePage, useTexts } from '../engine/index.ts';
import type { Language, TemplateProps } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { useFields } from '../forms/useFields.ts';
import { PageHead } from '../parts/Page.tsx';
import { BuyLink } from '../prices/BuyLink.tsx';
import { LatePriceForm } from '../prices/LatePriceForm.tsx';
import offerStyles from '../prices/PriceForm.module.css';
import { PriceResult } from '../prices/PriceResult.tsx';
import styles from './Check.module.css';
import { usePublicCall } from './usePublicCall.ts';

/** Valid characters of a reference; anything else in the address must not change the called path. */
const referenceIn = (text: string): string => cleanIdentifier(text).replaceAll(/[^\dA-Za-z-]/g, '');

/** The answers, with the questions' own texts. */
const Assumptions = ({
  price,
  texts,
  language,
}: {
  price: Offer['price'];
  texts: PriceWords;
  language: Language;
}) => {
  const shown = (name: string, type: string, answer: string): string => {
    const option = texts.fields
      .find((field) => field.name === name)
      ?.options?.find(({ value }) => value === answer);
    if (option) return option.label;
    return type === 'money' ? formatMoney(language, Number(answer)) : formatNumber(language, Number(answer));
  };
  return (
    <section className={offerStyles.keep}>
      <h2>{texts.assumptions}</h2>
      <DescriptionList
        items={visibleFieldsOf(priceFieldsOf(price.product), price.answers).map(({ name, type }) => ({
          term: texts.fields.find((field) => field.name === name)?.label ?? name,
          value: [price.answers[name] ?? []]
            .flat()
            .map((answer) => shown(name, type, answer))
            .join(', '),
        }))}
      />
    </section>
  );
};

/** Form for the number of a saved price. */
const OpenOffer = ({ document }: { document: PriceOfferDocument }) => {
  const { path } = usePage();
  const form = useFields(
    useState({ reference: '' }),
    ({ reference }) =>
      referenceIn(reference) === '' ? [{ path: 'reference', message: document.openMissing }] : [],
    { focusesField: true },
  );
  const submit = form.submit(({ reference }) => navigate(`${path}#${referenceIn(reference)}`));
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={document.openLabel}
        hint={document.openHint}
        {...form.field('reference')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Button type="submit">{document.open}</Button>
      </div>
    </form>
  );
};

/** A saved offer, or a notice that it has expired, with a way to change its answers. */
const Found = ({ offer, document }: { offer: Offer; document: PriceOfferDocument }) => {
  const { language } = useTexts();
  const [isChanging, setIsChanging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The clicked button is removed, so the heading is focused.
  useEffect(() => {
    if (isChanging) heading.current?.focus();
  }, [isChanging]);
  const { price, ended } = offer;
  const { prices: words } = document;
  const changed = ended ? document.workOut : document.change;
  if (isChanging)
    return (
      <section className={offerStyles.price}>
        <h2 ref={heading} tabIndex={-1}>
          {changed}
        </h2>
        <LatePriceForm
          product={price.product}
          texts={words}
          language={language}
          initial={price.answers}
          intro={null}
        />
      </section>
    );
  return (
    <>
      <p className={styles.lead}>
        {fillTemplate(document.about, {
          reference: offer.reference,
          date: formatDate(language, dayOfInstant(new Date(offer.keptAt))),
        })}
      </p>
      <div className={offerStyles.columns}>
        <div className={offerStyles.price}>
          {ended ? (
            <Alert kind="warning" title={document.ended}>
              {fillTemplate(document.endedText, { date: formatDate(language, price.validTo) })}
            </Alert>
          ) : (
            <PriceResult price={price} texts={words} language={language} reference={offer.reference}>
              <BuyLink price={price} texts={words} reference={offer.reference} />
            </PriceResult>
          )}
        </div>
        <div className={offerStyles.price}>
          <Assumptions price={price} texts={words} language={language} />
          <p>
            <Button kind={ended ? 'primary' : 'secondary'} onClick={() => setIsChanging(true)}>
              {changed}
            </Button>
          </p>
        </div>
      </div>
    </>
  );
};

/**
 * Opens a saved price on any device, by its reference in the hash, which is never sent to a server (rule FORM-11).
 */
export const PriceOffer = ({ document }: { document: PriceOfferDocument }) => {
  const { language } = useTexts();
  const { hash } = useLocation();
  // The server rendered the page without a hash, and hydration must match it.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const reference = isHydrated ? referenceIn(hash) : '';
  const call = usePublicCall<Offer>(
    reference === '' ? undefined : `/api/public/v1/offer/${reference}`,
    language,
  );
  const isMissing = reference !== '' && call.state === 'missing';
  const title = reference !== '' && call.state === 'ready' ? call.answer.price.name : document.title;
  return (
    <div className={`page-width ${styles.page}`}>
      <PageHead crumbs={document.crumbs} title={title} />
      <noscript>
        <p>{document.noScript}</p>
      </noscript>
      <div role="status">
        {reference !== '' && call.state === 'loading' && <p>{document.loading}</p>}
        {isMissing && (
          <Alert kind="warning" title={document.missing}>
            {document.missingText}
          </Alert>
        )}
      </div>
      {isHydrated && (reference === '' || isMissing) && <OpenOffer document={document} />}
      {reference !== '' && call.state === 'failed' && (
        <Alert
          kind="error"
          isLive
          title={document.failed}
          action={
            <Button kind="secondary" size="small" onClick={call.again}>
              {document.again}
            </Button>
          }
        />
      )}
      {reference !== '' && call.state === 'ready' && (
        <Found key={call.answer.reference} offer={call.answer} document={document} />
      )}
    </div>
  );
};

const PriceOfferTemplate = ({ data }: TemplateProps<PriceOfferDocument>) => <PriceOffer document={data} />;

export default PriceOfferTemplate;
