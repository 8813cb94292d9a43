import type { JSXChild, Node } from 'oxc-parser';
import { type Check, type Finding, isTest, lineAt, textOf, visit } from './source.ts';

const read = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'label',
  'placeholder',
  'title',
]);
const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/&\w+;/g, ''));

/** The parts of an expression that may be shown as they are. */
const shown = (node: Node | null): Node[] => {
  if (!node) return [];
  if (node.type === 'ConditionalExpression') return [...shown(node.consequent), ...shown(node.alternate)];
  if (node.type === 'LogicalExpression') return [...shown(node.left), ...shown(node.right)];
  if (node.type === 'ParenthesizedExpression') return shown(node.expression);
  return [node];
};

/**
 * No text in components: what a reader sees or hears comes from the catalogues (rule LANG-6). Looks at text between
 * tags and at the attributes that are read out.
 */
export const bareText: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources) {
    if (!/^(apps\/web|packages\/ui)\/.*\.tsx$/.test(source.path) || isTest(source)) continue;
    const look = (node: Node | null): void => {
      for (const part of shown(node)) {
        const text = part.type === 'JSXText' ? part.value : textOf(part);
        if (text === undefined || !hasLetters(text)) continue;
        const line = lineAt(source.text, part.start + (text.length - text.trimStart().length));
        findings.push({ path: source.path, line, message: `text outside the catalogues: «${text.trim()}»` });
      }
    };
    const children = (nodes: readonly JSXChild[]): void => {
      for (const child of nodes) {
        if (child.type === 'JSXText') look(child);
        else if (child.type === 'JSXExpressionContainer') look(child.expression);
      }
    };
    visit(source, {
      JSXElement: (node) => children(node.children),
      JSXFragment: (node) => children(node.children),
      JSXAttribute(node) {
        const { name, value } = node;
        if (name.type !== 'JSXIdentifier' || !read.has(name.name) || !value) return;
        look(value.type === 'JSXExpressionContainer' ? value.expression : value);
      },
    });
  }
  return findings;
};
