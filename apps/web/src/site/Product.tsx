import { formatMoney, formatPercent } from '@hofn/texts';
import { buttonClass, Icon, Illustration, Table } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { ProductDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { PageHead, Section } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import { Faq } from './Faq.tsx';
import styles from './Product.module.css';

type Point = { title: string; text: string };

const Points = ({ title, points, isCovered }: { title: string; points: Point[]; isCovered: boolean }) => (
  <section>
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
      <div className={styles.ipid}>
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
      </div>
    </Section>
  );
};

/** A product: covers, exclusions, deductible, and documents. */
const Product = ({ data: product }: TemplateProps<ProductDocument>) => {
  const t = useTexts();
  const { illustration } = product;
  return (
    <div className={`page-width ${styles.page}`}>
      <div className={styles.top}>
        <PageHead crumbs={product.crumbs} title={product.title} lead={product.lead} />
        <div className={styles.picture}>
          <Illustration name={illustration} />
        </div>
        <p>{product.intro}</p>
        {product.price && (
          <p className={styles.price}>
            <Link to={`${product.price.path}#${product.id}`} className={buttonClass()}>
              {product.price.title}
            </Link>
          </p>
        )}
        <div className={styles.cover}>
          <Points title={t('product|covers')} points={product.covers} isCovered />
          <Points title={t('product|notCovered')} points={product.notCovered} isCovered={false} />
        </div>
      </div>
      <aside className={styles.aside}>
        <section className={styles.box}>
          <h2>{t('product|goodToKnow')}</h2>
          <ul>
            {product.goodToKnow.map((line) => (
              <li key={line}>
                <Icon name="info" size={20} />
                <span>
                  <Rich text={line} />
                </span>
              </li>
            ))}
          </ul>
        </section>
        {product.related.length > 0 && (
          <section>
            <h2>{t('product|related')}</h2>
            <LinkList links={product.related} />
          </section>
        )}
      </aside>
      <div className={styles.rest}>
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
            <LinkList links={product.terms.map((terms) => ({ ...terms, icon: 'doc', note: terms.code }))} />
          </Section>
        )}
        <Ipid ipid={product.ipid} />
        <Section title={t('product|faq')} id="faq">
          <Faq questions={product.faq} />
        </Section>
      </div>
    </div>
  );
};

export default Product;
