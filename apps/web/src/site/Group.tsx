import { buttonClass, Grid, Illustration, type IllustrationName, Row } from '@hofn/ui';
import type { GroupDocument } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { TextPage } from '../parts/Page.tsx';
import styles from './Group.module.css';

type Group = GroupDocument['groups'][number];

/** Groups, each with a picture of one of its products; none is on the page twice. */
export const withPictures = <Each extends { products: Pick<Group['products'][number], 'illustration'>[] }>(
  groups: Each[],
): (Each & { picture: IllustrationName | undefined })[] => {
  const shown = new Set<IllustrationName>();
  return groups.map((group) => {
    const picture = group.products.find(({ illustration }) => !shown.has(illustration))?.illustration;
    if (picture) shown.add(picture);
    return { ...group, picture };
  });
};

type ProductsProps = {
  /** Anchor of the group. */
  products: (Group['products'][number] & { id?: string })[];
  picture: IllustrationName | undefined;
  level: 'h2' | 'h3';
};

/** Products of a group, with its picture. */
export const Products = ({ products, picture, level }: ProductsProps) => {
  const Heading = level;
  return (
    <div className={styles.shelf}>
      {picture && (
        <div className={styles.picture}>
          <Illustration name={picture} />
        </div>
      )}
      <Grid as="ul" gap="m">
        {products.map(({ page, path, title, lead, id }) => (
          <li key={page} id={id} className={styles.good}>
            <Heading className={styles.name}>
              <Link to={path}>{title}</Link>
            </Heading>
            <p>{lead}</p>
          </li>
        ))}
      </Grid>
    </div>
  );
};

/** Products by group, each with a summary. */
const Group = ({ data: group }: TemplateProps<GroupDocument>) => {
  const groups = withPictures(group.groups);
  const [only, ...others] = groups;
  const single = only && others.length === 0 && only.title === group.title;
  return (
    <TextPage crumbs={group.crumbs} title={group.title} lead={group.lead}>
      {single ? (
        <Products products={only.products} picture={only.picture} level="h2" />
      ) : (
        groups.map(({ title, path, products, picture }) => (
          <section key={title} className={styles.group}>
            <h2>{path ? <Link to={path}>{title}</Link> : title}</h2>
            <Products products={products} picture={picture} level="h3" />
          </section>
        ))
      )}
      {group.body.length > 0 && <Blocks blocks={group.body} />}
      {group.links.length > 0 && (
        <Row>
          {group.links.map((link) => {
            const to = 'path' in link ? link.path : link.url;
            return (
              <Link key={to} to={to} className={buttonClass({ kind: 'secondary' })}>
                {link.title}
              </Link>
            );
          })}
        </Row>
      )}
    </TextPage>
  );
};

export default Group;
