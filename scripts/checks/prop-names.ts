import type { Node } from 'oxc-parser';
import { type Check, type Finding, isTest, lineAt, type Source, visit } from './source.ts';

/** A question that the prop answers: `isOpen`, `hasNotice`, or with a verb in the third person: `showsName`. */
const asksAQuestion = /^(?:is|has|can|should|was|did|will|[a-z]+s)[A-Z]|^(?:aria|data)-/;
const isHandlerName = /^on[A-Z]/;

/** Props that keep another name for now: `path name`, and why. */
const knownNames: Readonly<Record<string, string>> = {
  'apps/web/src/chat/EndChat.tsx disabled': 'goes with what both chats will share',
  'apps/web/src/chat/Log.tsx live': 'goes with what both chats will share',
};

type Prop = { name: string; node: Node; type: Node };

/** The properties that a type in a file lists, through the file's own aliases, unions and `Omit<…>`. */
const propsOf = (
  type: Node | null | undefined,
  aliases: ReadonlyMap<string, Node>,
  seen = new Set<string>(),
): Prop[] => {
  switch (type?.type) {
    case 'TSTypeLiteral':
      return type.members.flatMap((member) => {
        if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
        const { key } = member;
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
        return [{ name, node: member, type: member.typeAnnotation.typeAnnotation }];
      });
    case 'TSIntersectionType':
    case 'TSUnionType':
      return type.types.flatMap((each) => propsOf(each, aliases, seen));
    case 'TSParenthesizedType':
      return propsOf(type.typeAnnotation, aliases, seen);
    case 'TSTypeReference': {
      if (type.typeName.type !== 'Identifier') return [];
      const { name } = type.typeName;
      const own = seen.has(name) ? [] : propsOf(aliases.get(name), aliases, new Set([...seen, name]));
      // `Omit<Props, 'id'>` and `Readonly<Props>` have the names of what they are made of.
      const inner = (type.typeArguments?.params ?? []).slice(0, 1);
      return [...own, ...inner.flatMap((each) => propsOf(each, aliases, seen))];
    }
    default:
      return [];
  }
};

/** Whether a type is boolean, also if it may be missing. */
const isBoolean = (type: Node): boolean =>
  type.type === 'TSBooleanKeyword' ||
  (type.type === 'TSLiteralType' &&
    type.literal.type === 'Literal' &&
    typeof type.literal.value === 'boolean') ||
  (type.type === 'TSUnionType' &&
    type.types.every((each) => each.type === 'TSUndefinedKeyword' || isBoolean(each)) &&
    type.types.some(isBoolean));

/** Whether a type is a function that gives nothing back, as handlers are. */
const isHandler = (type: Node): boolean => {
  if (type.type === 'TSParenthesizedType') return isHandler(type.typeAnnotation);
  if (type.type === 'TSUnionType') return type.types.some(isHandler);
  return type.type === 'TSFunctionType' && type.returnType.typeAnnotation.type === 'TSVoidKeyword';
};

const faultOf = ({ name, type }: Prop): string | undefined => {
  if (isBoolean(type) && !asksAQuestion.test(name))
    return `${name} is a boolean: begin its name with is, has, can or should, or with a verb`;
  if (isHandler(type) && !isHandlerName.test(name)) return `${name} is a handler: begin its name with on`;
  if (name === 'words' || name === 'labels') return `${name} are texts: call the prop texts`;
  return undefined;
};

/**
 * The type of the first parameter of each component that a file exports, and the other types that it exports, such as the
 * columns of a table.
 */
const typesIn = (source: Source): { props: Node[]; others: Node[]; aliases: Map<string, Node> } => {
  const aliases = new Map<string, Node>();
  const props: Node[] = [];
  const others: Node[] = [];
  const add = (name: string | undefined, init: Node | null | undefined): void => {
    if (!name || !/^[A-Z]/.test(name)) return;
    if (init?.type !== 'ArrowFunctionExpression' && init?.type !== 'FunctionDeclaration') return;
    const [first] = init.params;
    const annotation = first && 'typeAnnotation' in first ? first.typeAnnotation : undefined;
    if (annotation?.type === 'TSTypeAnnotation') props.push(annotation.typeAnnotation);
  };
  visit(source, {
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      aliases.set(id.name, typeAnnotation);
    },
    ExportNamedDeclaration: ({ declaration }) => {
      if (declaration?.type === 'TSTypeAliasDeclaration') others.push(declaration.typeAnnotation);
      if (declaration?.type === 'FunctionDeclaration') add(declaration.id?.name, declaration);
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations)
        add(id.type === 'Identifier' ? id.name : undefined, init);
    },
  });
  return { props, others, aliases };
};

/**
 * One vocabulary for props, in every part: a boolean asks a question (`isOpen`), a handler begins with `on`, and texts are
 * `texts`. Native attributes keep their names where a part takes all of its element's (`ComponentProps`), without a list.
 */
export const propNamesExcept =
  (known: Readonly<Record<string, string>>): Check =>
  (sources) =>
    sources
      .filter((source) => /^(?:apps\/web|packages\/ui)\/src\/.*\.tsx$/.test(source.path) && !isTest(source))
      .flatMap((source): Finding[] => {
        const { props, others, aliases } = typesIn(source);
        const listed = (types: readonly Node[]) => types.flatMap((type) => propsOf(type, aliases));
        const isPart = source.path.startsWith('packages/ui/');
        // What a part is given in a prop has the same names; its functions are not always handlers.
        const inner = isPart ? listed(others).filter(({ type }) => !isHandler(type)) : [];
        const findings = [...listed(props), ...inner].flatMap((prop) => {
          const message = faultOf(prop);
          if (!message || known[`${source.path} ${prop.name}`]) return [];
          return [{ path: source.path, line: lineAt(source.text, prop.node.start), message }];
        });
        // Two components of a file may share a type.
        return [
          ...new Map(findings.map((finding) => [`${finding.line} ${finding.message}`, finding])).values(),
        ];
      });

export const propNames = propNamesExcept(knownNames);
