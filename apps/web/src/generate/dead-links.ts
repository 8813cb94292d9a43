import { createMatcher } from '../engine/match.ts';
import { base, normalisePath, pageOf } from '../engine/paths.ts';
import type { SiteFiles, SitePlan } from './site.ts';

const entities: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
const plain = (text: string): string =>
  text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => entities[entity] ?? '');

/**
 * Every link in the site's documents that leads to no page, or to no element of the page it leads to, as
 * `path: address`. Links out of the site and to files are not looked at.
 */
export const deadLinksIn = (files: SiteFiles, plan: SitePlan): string[] => {
  const match = createMatcher(plan.appData.matchPaths);
  const documents = new Map<string, { text: string; ids: Set<string> }>();
  for (const page of plan.pages) {
    const text = files.get(page.path === '/' ? 'index.html' : `${page.path.slice(1)}/index.html`) ?? '';
    const body = text.slice(0, text.indexOf('<script type="application/json"'));
    const ids = new Set(Array.from(body.matchAll(/\sid="([^"]*)"/g), ([, id]) => plain(id ?? '')));
    documents.set(page.path, { text: body, ids });
  }
  const dead: string[] = [];
  for (const [path, { text }] of documents) {
    for (const [, raw] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
      const address = plain(raw ?? '');
      const [target = '', hash] = address.split('#', 2);
      if (target !== '' && target !== base && !target.startsWith(`${base}/`)) continue;
      const named = target === '' ? path : normalisePath(target);
      const aim = named === undefined ? undefined : pageOf(named);
      const document = aim === undefined ? undefined : (documents.get(aim) ?? documents.get(match(aim).path));
      if (!document || (hash && !document.ids.has(hash))) dead.push(`${path}: ${address}`);
    }
  }
  return [...new Set(dead)];
};
