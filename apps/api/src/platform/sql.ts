import { type SQL, sql } from 'drizzle-orm';

/** Rows as one JSON array, so that a page of several lists is one query. `[]` when there are none. */
export const asJson = <Row>(fields: Record<string, SQL | object>, from: SQL): SQL<Row[]> => {
  const pairs = Object.entries(fields).flatMap(([key, value]) => [sql.raw(`'${key}'`), sql`${value}`]);
  return sql<
    Row[]
  >`(select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)})), '[]'::json) from ${from})`;
};

// Accented letters by the plain one that a search sees; capitals too, since an engine may not know small from capital
// beyond ASCII.
const plain = {
  a: 'áÁàÀâÂäÄåÅãÃ',
  e: 'éÉèÈêÊëË',
  i: 'íÍìÌîÎïÏ',
  o: 'óÓòÒôÔöÖøØõÕ',
  u: 'úÚùÙûÛüÜ',
  y: 'ýÝÿ',
  d: 'ðÐđĐ',
  c: 'çÇ',
  n: 'ñÑ',
  þ: 'Þ',
  æ: 'Æ',
};
const accented = Object.values(plain).join('');
const unaccented = Object.entries(plain)
  .map(([letter, forms]) => letter.repeat(forms.length))
  .join('');

/** `foldForSearch` of @hofn/texts in SQL, for the letters that names and numbers have. */
export const folded = (text: SQL): SQL =>
  sql`replace(replace(translate(lower(${text}), ${sql.raw(`'${accented}', '${unaccented}'`)}), 'þ', 'th'), 'æ', 'ae')`;
