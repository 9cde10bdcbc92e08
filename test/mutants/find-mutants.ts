import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** One small change to one place of a source file. */
export interface Mutant {
  /** Relative to the repository. */
  file: string;
  line: number;
  /** StrykerJS's name of the mutator. */
  mutator: string;
  /** The piece of source that is replaced, and by what. */
  start: number;
  end: number;
  original: string;
  mutated: string;
  isBlock: boolean;
}

type Tree = { type: string; start: number; end: number } & Record<string, unknown>;
type Change = [mutator: string, mutated: string];

const COMPARISONS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const LOGICAL: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' };
const ASSIGNMENTS: Record<string, string> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '&&=': '||=',
  '||=': '&&=',
  '??=': '&&=',
};
/** A method is swapped for its opposite; null leaves the call away, so that the object itself is the value. */
const METHODS: Record<string, string | null> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  trim: null,
  slice: null,
  sort: null,
  reverse: null,
  filter: null,
};

/**
 * The mutants of one file, by the mutators of StrykerJS's default set that can be said in one expression.
 * SQL inside a template is left as it is. Left out by rule, because no test should pin them down: what is
 * logged, what an error says, the name of an operation, and a text of several words, which is for people.
 */
export function findMutants(file: string, code = readFileSync(file, 'utf8')): Mutant[] {
  const { program, errors } = parseSync(file, code, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const lineOf = (position: number) => code.slice(0, position).split('\n').length;
  const text = (node: unknown) => code.slice((node as Tree).start, (node as Tree).end);
  const add = (node: Tree, changes: Change[], isBlock = false) => {
    for (const [mutator, mutated] of changes)
      found.push({
        file,
        line: lineOf(node.start),
        mutator,
        start: node.start,
        end: node.end,
        original: text(node),
        mutated,
        isBlock,
      });
  };
  visit(program as unknown as Tree, null, '', (node, parent, key) => {
    if (node.type === 'BlockStatement') {
      const isBody = parent?.type !== 'TryStatement' && parent?.type !== 'CatchClause';
      if (isBody && (node.body as Tree[]).length > 0) add(node, [['BlockStatement', '{}']], true);
      return;
    }
    if (isExpressionPlace(parent, key)) add(node, changesOf(node, parent, key, text));
  });
  return found;
}

function changesOf(node: Tree, parent: Tree | null, key: string, text: (node: unknown) => string): Change[] {
  const changes: Change[] = [];
  const operator = node.operator as string;
  const swap = (mutator: string, to: string) =>
    changes.push([mutator, `${text(node.left)} ${to} ${text(node.right)}`]);
  const isTest =
    key === 'test' && ['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(parent?.type ?? '');
  const isComparison = node.type === 'BinaryExpression' && operator in COMPARISONS;
  if (isTest || isComparison) {
    changes.push(['ConditionalExpression', 'false']);
    if (parent?.type !== 'WhileStatement') changes.push(['ConditionalExpression', 'true']);
  }
  if (node.type === 'BinaryExpression') {
    for (const to of COMPARISONS[operator] ?? []) swap('EqualityOperator', to);
    const joinsText = operator === '+' && [node.left, node.right].some(isText);
    const to = ARITHMETIC[operator];
    if (to && !joinsText) swap('ArithmeticOperator', to);
  } else if (node.type === 'LogicalExpression') {
    const to = LOGICAL[operator];
    if (to) changes.push(['LogicalOperator', `(${text(node.left)}) ${to} (${text(node.right)})`]);
  } else if (node.type === 'AssignmentExpression' && operator in ASSIGNMENTS) {
    swap('AssignmentOperator', ASSIGNMENTS[operator] ?? '');
  } else if (node.type === 'UnaryExpression' && operator === '!') {
    changes.push(['BooleanLiteral', text(node.argument)]);
  } else if (node.type === 'UnaryExpression' && operator === '-') {
    changes.push(['UnaryOperator', `+${text(node.argument)}`]);
  } else if (node.type === 'UpdateExpression') {
    changes.push(['UpdateOperator', text(node).replace(operator, operator === '++' ? '--' : '++')]);
  } else if (node.type === 'ArrayExpression' && (node.elements as unknown[]).length > 0) {
    changes.push(['ArrayDeclaration', '[]']);
  } else if (node.type === 'ObjectExpression' && (node.properties as unknown[]).length > 0) {
    changes.push(['ObjectLiteral', '({})']);
  } else if (node.type === 'ArrowFunctionExpression' && (node.body as Tree).type !== 'BlockStatement') {
    changes.push(['ArrowFunction', '() => undefined']);
  } else if (node.type === 'TemplateLiteral' && !isForPeople(text(node))) {
    changes.push(['StringLiteral', '``']);
  } else if (node.type === 'Literal') {
    changes.push(...changesOfLiteral(node));
  } else if (node.type === 'CallExpression') {
    changes.push(...changesOfCall(node, text));
  } else if (node.type === 'ChainExpression') {
    const mutated = text(node)
      .replace(/\?\.(?=[[(])/, '')
      .replace('?.', '.');
    changes.push(['OptionalChaining', mutated]);
  }
  return changes;
}

function changesOfLiteral({ value, regex }: Tree): Change[] {
  if (typeof value === 'boolean') return [['BooleanLiteral', String(!value)]];
  if (typeof value === 'string' && !isForPeople(value))
    return [['StringLiteral', value === '' ? "'Not empty'" : "''"]];
  if (!regex) return [];
  const { pattern, flags } = regex as { pattern: string; flags: string };
  const looser = [pattern.replace(/^\^/, ''), pattern.replace(/\$$/, '')];
  return looser.filter((to) => to !== pattern && to !== '').map((to) => ['Regex', `/${to}/${flags}`]);
}

function changesOfCall(node: Tree, text: (node: unknown) => string): Change[] {
  const callee = node.callee as Tree;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const name = text(callee.property);
  const to = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (to === undefined) return [];
  const object = text(callee.object);
  const rest = text(node).slice((callee.property as Tree).end - node.start);
  return [['MethodExpression', to === null ? object : `${object}.${to}${rest}`]];
}

const isText = (node: unknown) => {
  const { type, value } = node as Tree;
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
};
const isForPeople = (text: string) => /\p{L}[,:.]? \p{L}/u.test(text);

/** Types hold no behaviour; a name, a path of an import or the text of a template is no expression. */
const NO_EXPRESSION = new Set(
  'typeAnnotation returnType typeParameters typeArguments superTypeArguments source id label tag quasis attributes directive'.split(
    ' ',
  ),
);

function isExpressionPlace(parent: Tree | null, key: string): boolean {
  if (!parent) return false;
  if (key === 'key' && !parent.computed) return false;
  // An expression that stands alone as a statement is needed whole.
  if (parent.type === 'ExpressionStatement' && parent.directive) return false;
  if (key === 'quasi' || (key === 'property' && !parent.computed)) return false;
  return !(key === 'left' && ['AssignmentExpression', 'AssignmentPattern'].includes(parent.type));
}

function isLeftOut(node: Tree, parent: Tree | null): boolean {
  // The name of an operation, which test/api-inputs.test.ts reads.
  if (parent?.type === 'Property' && (parent.key as Tree).name === 'id' && isText(node)) return true;
  if (node.type === 'ThrowStatement') return false;
  if (node.type === 'NewExpression') return String((node.callee as Tree).name).endsWith('Error');
  if (node.type !== 'CallExpression') return false;
  const { property, object } = node.callee as { property?: Tree; object?: Tree };
  const isLevel = ['debug', 'info', 'warn', 'error'].includes((property?.name as string) ?? '');
  return isLevel && [object?.name, (object?.property as Tree | undefined)?.name].includes('log');
}

function visit(
  node: Tree,
  parent: Tree | null,
  key: string,
  each: (node: Tree, parent: Tree | null, key: string) => void,
): void {
  if (isLeftOut(node, parent)) return;
  if (node.type.startsWith('TS')) {
    const inner = node.expression as Tree | undefined;
    if (inner) visit(inner, node, 'expression', each);
    return;
  }
  each(node, parent, key);
  for (const [name, value] of Object.entries(node)) {
    if (NO_EXPRESSION.has(name)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof (child as Tree | null)?.type === 'string') visit(child as Tree, node, name, each);
  }
}
