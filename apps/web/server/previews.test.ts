import { expect, test } from 'vitest';
import { draftPath, readDraftPath } from './previews.ts';

const refs = [
  ['one of our own', 'Zx81_-aB', '/drog/Zx81_-aB/tryggingar/kaskotrygging'],
  [
    'an address, as Prismic’s are',
    'https://hofn.prismic.io/previews/YgE~x:ZAb?websitePreviewId=Y2&a=1',
    /^\/drog\/~[\w-]+\/tryggingar\/kaskotrygging$/,
  ],
] as const;

test.each(refs)('PATH-18: a ref that is %s round-trips through an address', (_kind, ref, address) => {
  const path = draftPath(ref, '/tryggingar/kaskotrygging', 'is');
  expect(path).toMatch(address);
  expect(readDraftPath(path)).toEqual({ ref, language: 'is', page: '/tryggingar/kaskotrygging' });
  expect(readDraftPath(draftPath(ref, '/', 'is'))).toEqual({ ref, language: 'is', page: '/' });
  expect(readDraftPath(draftPath(ref, '/en', 'en'))).toEqual({ ref, language: 'en', page: '/en' });
  expect(readDraftPath(draftPath(ref, '/en/insurance', 'en'))).toEqual({
    ref,
    language: 'en',
    page: '/en/insurance',
  });
});

test('PATH-18: an address without a ref is not a draft', () => {
  expect(readDraftPath('/drog/')).toBeUndefined();
  expect(readDraftPath('/drog/~/tryggingar')).toBeUndefined();
  expect(readDraftPath('/tryggingar')).toBeUndefined();
});
