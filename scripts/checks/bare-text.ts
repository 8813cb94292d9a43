import type { JSXChild, Node } from 'oxc-parser';
import { type Check, type Finding, isTest, lineAt, textOf, visit } from './source.ts';

const spokenAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'label',
  'placeholder',
  'title',
]);
const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/&\w+;/g, ''));

/** The operands of an expression that can be rendered. */
const renderedParts = (node: Node | null): Node[] => {
  if (!node) return [];
  if (node.type === 'ConditionalExpression')
    return [...renderedParts(node.consequent), ...renderedParts(node.alternate)];
  if (node.type === 'LogicalExpression') return [...renderedParts(node.left), ...renderedParts(node.right)];
  if (node.type === 'ParenthesizedExpression') return renderedParts(node.expression);
  return [node];
};

/**
 * No literal texts in components: visible and spoken text comes from the catalogues (rule LANG-6). Checks text between
 * tags and attributes that screen readers read out.
 */
export const bareText: Check = (sources) => {
  const findings: Finding[] = [];
  for (const source of sources) {
    if (!/^(apps\/web|packages\/ui)\/.*\.tsx$/.test(source.path) || isTest(source)) continue;
    const checkNode = (node: Node | null): void => {
      for (const part of renderedParts(node)) {
        const text = part.type === 'JSXText' ? part.value : textOf(part);
        if (text === undefined || !hasLetters(text)) continue;
        const line = lineAt(source.text, part.start + (text.length - text.trimStart().length));
        findings.push({ path: source.path, line, message: `text outside the catalogues: «${text.trim()}»` });
      }
    };
    const children = (nodes: readonly JSXChild[]): void => {
      for (const child of nodes) {
        if (child.type === 'JSXText') checkNode(child);
        else if (child.type === 'JSXExpressionContainer') checkNode(child.expression);
      }
    };
    visit(source, {
      JSXElement: (node) => children(node.children),
      JSXFragment: (node) => children(node.children),
      JSXAttribute(node) {
        const { name, value } = node;
        if (name.type !== 'JSXIdentifier' || !spokenAttributes.has(name.name) || !value) return;
        checkNode(value.type === 'JSXExpressionContainer' ? value.expression : value);
      },
    });
  }
  return findings;
};
