import { isPriced } from '@hofn/domain/price-form.ts';
import { Alert, buttonClass, Card, Section, Stack } from '@hofn/ui';
import { useEffect, useState } from 'react';
import type { PricesDocument } from '../content/documents.ts';
import { Link, useLocation, usePage, useTexts } from '../engine/index.ts';
import type { Language, TemplateProps } from '../engine/types.ts';
import { LinkList } from '../parts/LinkList.tsx';
import { PageHead, TextPage } from '../parts/Page.tsx';
import { otherHash } from '../prices/insured.ts';
import { LatePriceForm } from '../prices/LatePriceForm.tsx';
import { RememberedPrices } from '../prices/RememberedPrices.tsx';
import styles from './Check.module.css';
import { Trust } from './Figures.tsx';
import { Products, withPictures } from './Group.tsx';

/** All products with prices, by group, and contacts for the others (rule SITE-1c). */
const Choose = ({
  document,
  language,
  isOther,
}: {
  document: PricesDocument;
  language: Language;
  /** What was typed on the front page was neither a plate nor an address. */
  isOther: boolean;
}) => (
  <TextPage
    crumbs={document.crumbs}
    title={document.title}
    lead={document.lead}
    aside={
      <Stack gap="m">
        {document.figures && (
          <Card as="section" kind="filled" heading="h2" title={document.figures.title}>
            <Trust figures={document.figures} />
          </Card>
        )}
        {document.offer && (
          <Card as="section" kind="filled" heading="h2" title={document.openTitle}>
            <Link to={document.offer.path} className={buttonClass({ kind: 'secondary' })}>
              {document.open}
            </Link>
          </Card>
        )}
      </Stack>
    }
  >
    <div role="status">
      {isOther && (
        <Alert kind="info" title={document.otherTitle}>
          {document.otherText}
        </Alert>
      )}
    </div>
    <noscript>
      <p>{document.noScript}</p>
    </noscript>
    <RememberedPrices texts={document} language={language} />
    {withPictures(document.groups).map(({ title, products, picture }) => (
      <Section key={title} title={title}>
        <Products
          products={products.map((product) => ({ ...product, path: `#${product.id}` }))}
          picture={picture}
          level="h3"
        />
      </Section>
    ))}
    <Section title={document.elsewhereTitle}>
      <p>{document.elsewhereText}</p>
      <LinkList links={document.links} />
    </Section>
  </TextPage>
);

/** The price page: the product in the hash, so that Back returns to the choice. */
const Prices = ({ data: document }: TemplateProps<PricesDocument>) => {
  const { language } = useTexts();
  const { hash } = useLocation();
  const { path } = usePage();
  // The server rendered the page without a hash, and hydration must match it.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const id = hash.slice(1);
  const chosen = document.groups.flatMap(({ products }) => products).find((product) => product.id === id);
  if (!isHydrated || !chosen || !isPriced(id))
    return <Choose document={document} language={language} isOther={isHydrated && hash === otherHash} />;
  const crumb = { title: document.title, page: 'getPrice', path };
  return (
    <div id={id} className={`page-width ${styles.page}`}>
      <PageHead crumbs={[...document.crumbs, crumb]} title={chosen.title} lead={chosen.lead} />
      <LatePriceForm
        key={id}
        product={id}
        texts={document}
        language={language}
        intro={
          <p>
            <Link to={path}>{document.another}</Link>
          </p>
        }
      />
    </div>
  );
};

export default Prices;
