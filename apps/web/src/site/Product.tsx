import { formatMoney, formatPercent } from '@hofn/texts';
import { buttonClass, Card, Columns, Grid, Icon, Illustration, Section, Stack, Table } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { ProductDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { PageHead } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import { Faq } from './Faq.tsx';
import { Trust } from './Figures.tsx';
import styles from './Product.module.css';

type Point = { title: string; text: string };

const Points = ({ title, points, isCovered }: { title: string; points: Point[]; isCovered: boolean }) => (
  <section className={styles.cover}>
    <h2>{title}</h2>
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point.title}>
          <Icon name={isCovered ? 'check' : 'close'} className={isCovered ? styles.yes : styles.no} />
          <div>
            <strong>{point.title}</strong>
            <p>{point.text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

const Deductible = ({ deductible }: Pick<ProductDocument, 'deductible'>) => {
  const t = useTexts();
  const { text, rows } = deductible;
  return (
    <Section title={t('product|deductible')} id="deductible">
      <p>{text}</p>
      {rows.length > 0 && (
        <Table
          caption={t('product|deductibleTable')}
          isCaptionHidden
          columns={[
            {
              key: 'label',
              heading: t('product|deductibleFor'),
              isRowHeading: true,
              cell: ({ label }) => label,
            },
            {
              key: 'amount',
              heading: t('product|deductibleAmount'),
              isNumeric: true,
              cell: ({ amountIsk, percent }) =>
                amountIsk === undefined
                  ? t('product|percentOfLoss', { percent: formatPercent(t.language, percent ?? 0) })
                  : formatMoney(t.language, amountIsk),
            },
          ]}
          rows={rows}
          rowKey={({ label }) => label}
        />
      )}
    </Section>
  );
};

const IpidPoint = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3>{title}</h3>
    {children}
  </div>
);

/** The insurance product information document (IPID): the same eight points for every product. */
const Ipid = ({ ipid }: Pick<ProductDocument, 'ipid'>) => {
  const t = useTexts();
  return (
    <Section title={t('product|ipid')} id="ipid">
      <p>{t('product|ipidLead')}</p>
      <Grid size="medium" gap="l">
        <IpidPoint title={t('product|whatIsInsured')}>
          <List items={ipid.whatIsInsured} />
        </IpidPoint>
        <IpidPoint title={t('product|whatIsNotInsured')}>
          <List items={ipid.whatIsNotInsured} />
        </IpidPoint>
        <IpidPoint title={t('product|restrictions')}>
          <List items={ipid.restrictions} />
        </IpidPoint>
        <IpidPoint title={t('product|obligations')}>
          <List items={ipid.obligations} />
        </IpidPoint>
        <IpidPoint title={t('product|where')}>
          <p>{ipid.where}</p>
        </IpidPoint>
        <IpidPoint title={t('product|whenAndHowToPay')}>
          <p>{ipid.whenAndHowToPay}</p>
        </IpidPoint>
        <IpidPoint title={t('product|whenCoverStartsAndEnds')}>
          <p>{ipid.whenCoverStartsAndEnds}</p>
        </IpidPoint>
        <IpidPoint title={t('product|howToCancel')}>
          <p>{ipid.howToCancel}</p>
        </IpidPoint>
      </Grid>
    </Section>
  );
};

/** The lowest price and the way to one's own, or to an adviser; with what to know of the insurer that asks for it. */
const Price = ({ product }: { product: ProductDocument }) => {
  const { id, price, priceFrom, request, figures } = product;
  const t = useTexts();
  return (
    <Card as="section" heading="h2" title={t(price || request ? 'product|price' : 'page|trust')} gap="m">
      {price && priceFrom && (
        <>
          <p>
            <span className={styles.amount}>
              {t('product|priceFrom', { price: formatMoney(t.language, priceFrom.perMonthIsk) })}
            </span>{' '}
            {t('product|perMonth')}
          </p>
          <p className={styles.small}>{t('product|priceFromNote')}</p>
        </>
      )}
      {price && (
        <Link to={`${price.path}#${id}`} className={buttonClass()}>
          {price.title}
        </Link>
      )}
      {request && (
        <>
          <p>{t('product|byAdviser')}</p>
          <Link to={request.path} className={buttonClass()}>
            {request.title}
          </Link>
        </>
      )}
      {figures && <Trust figures={figures} />}
    </Card>
  );
};

/** A product: price, covers and exclusions, deductible, and documents. */
const Product = ({ data: product }: TemplateProps<ProductDocument>) => {
  const t = useTexts();
  const { illustration } = product;
  return (
    <div className={`page-width ${styles.page}`}>
      <PageHead crumbs={product.crumbs} title={product.title} lead={product.lead} />
      <Columns size="large" isSticky isAsideFirst aside={<Price product={product} />}>
        <Stack gap="xxl">
          <div>
            <div className={styles.picture}>
              <Illustration name={illustration} />
            </div>
            <p className={styles.intro}>{product.intro}</p>
            <Grid size="medium" gap="m">
              <Points title={t('product|covers')} points={product.covers} isCovered />
              <Points title={t('product|notCovered')} points={product.notCovered} isCovered={false} />
            </Grid>
          </div>
          <div className={styles.rest}>
            <Section title={t('product|goodToKnow')}>
              <ul>
                {product.goodToKnow.map((line) => (
                  <li key={line}>
                    <Rich text={line} />
                  </li>
                ))}
              </ul>
            </Section>
            <Deductible deductible={product.deductible} />
            <Section title={t('product|priceFactors')}>
              <List items={product.priceFactors} />
            </Section>
            <Section title={t('product|whenItHappens')}>
              <ol className={styles.steps}>
                {product.whatToDoWhenItHappens.map((step) => (
                  <li key={step}>
                    <Rich text={step} />
                  </li>
                ))}
              </ol>
            </Section>
            {product.terms.length > 0 && (
              <Section title={t('product|terms')} id="terms">
                <LinkList
                  links={product.terms.map((terms) => ({ ...terms, icon: 'doc', note: terms.code }))}
                />
              </Section>
            )}
            <Ipid ipid={product.ipid} />
            <Section title={t('product|faq')} id="faq">
              <Faq questions={product.faq} />
            </Section>
            {product.related.length > 0 && (
              <Section title={t('product|related')}>
                <LinkList links={product.related} />
              </Section>
            )}
          </div>
        </Stack>
      </Columns>
    </div>
  );
};

export default Product;
