import { buttonClass, Illustration } from '@hofn/ui';
import { Link } from '../engine/index.ts';
import { Blocks } from './Blocks.tsx';
import type { GroupDocument } from './documents.ts';
import styles from './Group.module.css';
import { TextPage } from './Page.tsx';

type Group = GroupDocument['groups'][number];

const Products = ({ products, level }: { products: Group['products']; level: 'h2' | 'h3' }) => {
  const Heading = level;
  return (
    <ul className={styles.shelf}>
      {products.map(({ page, path, title, lead, illustration }) => (
        <li key={page} className={styles.good}>
          <div className={styles.picture}>
            <Illustration name={illustration} />
          </div>
          <Heading className={styles.name}>
            <Link to={path}>{title}</Link>
          </Heading>
          <p>{lead}</p>
        </li>
      ))}
    </ul>
  );
};

/** Products by group, each with what it is for. */
export const Group = ({ group }: { group: GroupDocument }) => {
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
