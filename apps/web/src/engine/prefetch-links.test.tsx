// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchLinks } from './prefetch-links.ts';

const visit = {
  links: { protectedPrefixes: [], portalPrefixes: [], newTabPaths: [] },
  signedIn: () => true,
};
let observed: Element[];
let observers: number;

beforeEach(() => {
  observed = [];
  observers = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor() {
        observers += 1;
      }
      observe = (element: Element) => observed.push(element);
      unobserve = () => {};
    },
  );
  document.body.innerHTML = '<main><a href="/arsskyrsla/a">A</a><a href="https://hofn.example">B</a></main>';
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const add = (html: string) => {
  const part = document.createElement('section');
  part.innerHTML = html;
  document.querySelector('main')?.append(...part.childNodes);
};

test('PATH-10: visible links are prefetched, including those added later, which are searched for only in added nodes', async () => {
  prefetchLinks(visit, () => {});
  expect(observed.map(({ textContent }) => textContent)).toEqual(['A']);
  const searches = [
    vi.spyOn(document, 'querySelectorAll'),
    vi.spyOn(document.body, 'querySelectorAll'),
    vi.spyOn(document.querySelector('main') as HTMLElement, 'querySelectorAll'),
  ];
  add('<p><a href="/arsskyrsla/c">C</a></p><a href="/arsskyrsla/d">D</a>text');
  await vi.waitFor(() => expect(observed.map(({ textContent }) => textContent)).toEqual(['A', 'C', 'D']));
  for (const search of searches) expect(search).not.toHaveBeenCalled();
  expect(observers).toBe(1);
});
