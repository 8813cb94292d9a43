import type { Node } from 'oxc-parser';
import { type Check, type Finding, isTest, lineAt, type Source, visit } from './source.ts';

type Span = { name: string; start: number; end: number };
type Definition = { start: number; end: number; returnType?: Node | null };

const isHookName = (node: Node | null | undefined): node is Node & { name: string } =>
  node?.type === 'Identifier' && /^use[A-Z]/.test(node.name);
const drawn = /\b(?:ReactNode|ReactElement|JSX\.Element)\b/;

/** The hooks that a file defines, and the offsets where it draws or says that it returns what is drawn. */
const readDrawings = (source: Source): { hooks: Span[]; drawings: number[] } => {
  const hooks: Span[] = [];
  const drawings: number[] = [];
  const draw = ({ start }: Node): void => {
    drawings.push(start);
  };
  const addHook = (id: Node | null, { start, end, returnType }: Definition): void => {
    if (!isHookName(id)) return;
    hooks.push({ name: id.name, start, end });
    if (returnType && drawn.test(source.text.slice(returnType.start, returnType.end))) draw(returnType);
  };
  visit(source, {
    VariableDeclarator: ({ id, init }) => {
      if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') addHook(id, init);
    },
    FunctionDeclaration: (node) => addHook(node.id, node),
    JSXElement: draw,
    JSXFragment: draw,
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'createElement') draw(node);
    },
  });
  return { hooks, drawings };
};

/**
 * Hooks hand out no JSX. What a hook returns has to be drawn by every caller in every branch, and a branch that forgets it
 * has its state without its screen: a question that nobody sees. Components draw, hooks return values and functions.
 */
export const drawingHooks: Check = (sources) =>
  sources
    .filter((source) => /^(?:apps|packages)\/.*\.tsx?$/.test(source.path) && !isTest(source))
    .flatMap((source): Finding[] => {
      const { hooks, drawings } = readDrawings(source);
      return hooks.flatMap(({ name, start, end }) => {
        const drawing = drawings.find((at) => at >= start && at < end);
        const message = `${name} draws: make what it draws a component that its callers place`;
        return drawing === undefined
          ? []
          : [{ path: source.path, line: lineAt(source.text, drawing), message }];
      });
    });
