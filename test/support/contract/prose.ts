import ts from 'typescript'
import { descendants, tokens, type SourceFile } from './source-files.ts'

/** A comment, description, message or line of a document, with its position in the form that terminals open. */
type Prose = { location: string; text: string; isComment?: boolean }

const SQL = /\b(select|insert into|delete from|update \w+ set|create (table|index)|from \w+ where)\b/i

/** Parts of a document that are no prose. */
const CODE: [files: RegExp, code: RegExp][] = [
  [/\.md$/, /^```[^]*?^```/gm],
  [/\.css$/, /(^|\*\/)[^]*?(\/\*|$)/g],
  [/\.prisma$/, /^((?!\/\/).)*(\/{2,3})?/gm],
  [/^\.ci\//, /^((?!# ).)*(# )?/gm],
]

/** Documents of which only the comments are prose. */
const COMMENTED = /\.(css|prisma)$|^\.ci\//

/** Returns the comments of a file of code with the texts in its strings, or with the titles if it is of tests. */
export function proseOfCode({ path, text, tree }: SourceFile & { tree: ts.SourceFile }): Prose[] {
  const locate = (at: number) => `${path}:${tree.getLineAndCharacterOfPosition(at).line + 1}`
  const nodes = descendants(tree)
  const strings = path.startsWith('test/') ? nodes.flatMap(titlesOf) : nodes.filter(isMessage)
  return [
    ...commentsOf(text, tree).map(({ at, comment }) => ({
      location: locate(at),
      text: comment,
      isComment: true,
    })),
    ...strings.map((node) => ({
      location: locate(node.getStart(tree)),
      text: node.getText(tree).slice(1, -1),
    })),
  ]
}

/** Returns the lines of a document, of a schema's descriptions or of the comments of a file, without code. */
export function proseOfDocument({ path, text }: SourceFile): Prose[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  const code = CODE.find(([files]) => files.test(path))?.[1]
  const visible = code ? text.replaceAll(code, blank) : text
  return visible
    .split('\n')
    .map((line, index) => ({
      location: `${path}:${index + 1}`,
      text: withoutCode(line).trim(),
      isComment: COMMENTED.test(path),
    }))
    .filter(({ text: line }) => line !== '')
}

/** Returns the texts of a JSON file of messages, each with its key. */
export function proseOfMessages({ path, text }: SourceFile): Prose[] {
  return textsIn(JSON.parse(text)).map(({ key, text: message }) => ({
    location: `${path} ${key}`,
    text: message,
  }))
}

function textsIn(value: unknown, key = ''): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }]
  return Object.entries(value as object).flatMap(([name, part]) =>
    textsIn(part, key ? `${key}.${name}` : name),
  )
}

/** Returns a text without the code in it: names in backticks and the addresses of links. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, '…').replaceAll(/\]\([^)]*\)/g, ']')
}

/** Comments lie between tokens, so the text before each token is scanned. */
function commentsOf(text: string, tree: ts.SourceFile): { at: number; comment: string }[] {
  const found = new Map<number, string>()
  for (const token of tokens(tree)) {
    if (token.getChildCount(tree) > 0) continue
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, token.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, token.getEnd()) ?? []),
    ]
    for (const { pos, end } of ranges) found.set(pos, plain(text.slice(pos, end)))
  }
  return [...found].map(([at, words]) => ({ at, comment: words }))
}

/** The text of a comment in one line, without stars, slashes and code. */
function plain(source: string): string {
  const lines = source
    .replace(/^\/\*+/, '')
    .replace(/\*\/$/, '')
    .split('\n')
  return withoutCode(lines.map((line) => line.replace(/^\s*(\*|\/\/+)\s?/, '').trim()).join(' ')).trim()
}

/** Whether a node is a string of at least three words that is not SQL. */
function isMessage(node: ts.Node): boolean {
  if (!isText(node)) return false
  if (ts.isTaggedTemplateExpression(node.parent)) return false
  const text = node.getText()
  return /\w+ \w+ \w+/.test(text) && !SQL.test(text)
}

/** Returns the title of a test or a group, and the names of the rows in its table. */
function titlesOf(node: ts.Node): ts.Node[] {
  if (!ts.isCallExpression(node) || !/^(test|describe|it)\b/.test(node.expression.getText())) return []
  const [first] = node.arguments
  if (!first) return []
  if (!ts.isArrayLiteralExpression(first)) return isText(first) ? [first] : []
  return first.elements
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .filter((name) => name !== undefined)
    .filter(isText)
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
