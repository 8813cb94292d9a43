import { buttonClass, Illustration } from '@hofn/ui';
import type { GroupDocument } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { TextPage } from '../parts/Page.tsx';
import styles from './Group.module.css';

type Group = GroupDocument['groups'][number];

/** The most common picture of a group's products, shown once for the group. */
const pictureOf = (products: ProductsProps['products']) => {
  const timesOf = (name: string) => products.filter(({ illustration }) => illustration === name).length;
  return products.toSorted((a, b) => timesOf(b.illustration) - timesOf(a.illustration))[0]?.illustration;
};

type ProductsProps = {
  /** Anchor of the group. */
  products: (Group['products'][number] & { id?: string })[];
  level: 'h2' | 'h3';
};

/** Products of a group, with its picture. */
export const Products = ({ products, level }: ProductsProps) => {
  const Heading = level;
  const picture = pictureOf(products);
  return (
    <div className={styles.shelf}>
      {picture && (
        <div className={styles.picture}>
          <Illustration name={picture} />
        </div>
      )}
      <ul className={styles.goods}>
        {products.map(({ page, path, title, lead, id }) => (
          <li key={page} id={id} className={styles.good}>
            <Heading className={styles.name}>
              <Link to={path}>{title}</Link>
            </Heading>
            <p>{lead}</p>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Products by group, each with a summary. */
const Group = ({ data: group }: TemplateProps<GroupDocument>) => {
  const [only, ...others] = group.groups;
  const single = only && others.length === 0 && only.title === group.title;
  return (
    <TextPage crumbs={group.crumbs} title={group.title} lead={group.lead}>
      {single ? (
        <Products products={only.products} level="h2" />
      ) : (
        group.groups.map(({ title, path, products }) => (
          <section key={title} className={styles.group}>
            <h2>{path ? <Link to={path}>{title}</Link> : title}</h2>
            <Products products={products} level="h3" />
          </section>
        ))
      )}
      {group.body.length > 0 && <Blocks blocks={group.body} />}
      {group.links.length > 0 && (
        <div className={styles.links}>
          {group.links.map((link) => {
            const to = 'path' in link ? link.path : link.url;
            return (
              <Link key={to} to={to} className={buttonClass({ kind: 'secondary' })}>
                {link.title}
              </Link>
            );
          })}
        </div>
      )}
    </TextPage>
  );
};

export default Group;
