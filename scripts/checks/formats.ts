import { type Check, type Finding, isCode, lineAt, visit } from './source.ts';

/**
 * No bare `Intl`, `toLocale…` or `localeCompare` outside `packages/texts`: Chromium's Intl has no Icelandic, so server and
 * browser would format differently (rule LANG-8).
 */
export const formats: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources.filter(isCode)) {
    if (source.path.startsWith('packages/texts/')) continue;
    const add = (offset: number, name: string): void => {
      const line = lineAt(source.text, offset);
      findings.push({
        path: source.path,
        line,
        message: `${name}: use the formatters of @hofn/texts instead`,
      });
    };
    visit(source, {
      Identifier(node) {
        if (node.name === 'Intl') add(node.start, 'Intl');
        else if (/^(toLocale[A-Z]\w*|localeCompare)$/.test(node.name)) add(node.start, node.name);
      },
    });
  }
  return findings;
};
