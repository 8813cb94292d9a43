import { isPriced } from '@hofn/domain/price-form.ts';
import { buttonClass } from '@hofn/ui';
import { useEffect, useState } from 'react';
import type { PricesDocument } from '../content/documents.ts';
import { Link, useLocation, usePage, useTexts } from '../engine/index.ts';
import type { Language, TemplateProps } from '../engine/types.ts';
import { LinkList } from '../parts/LinkList.tsx';
import { PageHead, Section, TextPage } from '../parts/Page.tsx';
import { LatePriceForm } from '../prices/LatePriceForm.tsx';
import { RememberedPrices } from '../prices/RememberedPrices.tsx';
import styles from './Check.module.css';
import { Products } from './Group.tsx';

/** All products with prices, by group, and contacts for the others (rule SITE-1c). */
const Choose = ({ document, language }: { document: PricesDocument; language: Language }) => (
  <TextPage
    crumbs={document.crumbs}
    title={document.title}
    lead={document.lead}
    aside={
      document.offer && (
        <Section title={document.openTitle}>
          <p>
            <Link to={document.offer.path} className={buttonClass({ kind: 'secondary' })}>
              {document.open}
            </Link>
          </p>
        </Section>
      )
    }
  >
    <noscript>
      <p>{document.noScript}</p>
    </noscript>
    <RememberedPrices texts={document} language={language} />
    {document.groups.map(({ title, products }) => (
      <Section key={title} title={title}>
        <Products products={products.map((product) => ({ ...product, path: `#${product.id}` }))} level="h3" />
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
  if (!isHydrated || !chosen || !isPriced(id)) return <Choose document={document} language={language} />;
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
