import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ShownContext, useStaticQuery } from './App.tsx';
import { mergeStaticQueries } from './embedded-page.ts';

const Query = ({ name }: { name: string }) => JSON.stringify(useStaticQuery(name));

const read = (name: string, result: string): string => {
  const page = { staticQueries: mergeStaticQueries([JSON.parse(result)]) };
  return renderToString(
    <ShownContext value={{ shown: { page }, links: {} } as never}>
      <Query name={name} />
    </ShownContext>,
  );
};

test('PATH-6: only own properties are static queries, not inherited ones or a `__proto__` in the data', () => {
  expect(read('site', '{"data":{"site":7}}')).toBe('7');
  for (const name of ['toString', 'constructor', '__proto__', 'other'])
    expect(() => read(name, '{"data":{"site":7,"__proto__":{"other":1}}}'), name).toThrow(`No query ${name}`);
});
