import ts from 'typescript'
import { descendants, tokens, type SourceFile } from './source-files.ts'

/** A comment, description, message or line of a document, with its position in the form that terminals open. */
type Prose = { location: string; text: string }

const SQL = /\b(select|insert into|delete from|update \w+ set|create (table|index)|from \w+ where)\b/i

/** Returns the comments of a TypeScript file and, unless it is a test, the texts in its strings. */
export function proseOfCode({ path, text, tree }: SourceFile & { tree: ts.SourceFile }): Prose[] {
  const locate = (at: number) => `${path}:${tree.getLineAndCharacterOfPosition(at).line + 1}`
  const strings = path.startsWith('test/')
    ? []
    : descendants(tree)
        .filter(isMessage)
        .map((node) => ({
          location: locate(node.getStart(tree)),
          text: node.getText(tree).slice(1, -1),
        }))
  return [
    ...commentsOf(text, tree).map(({ at, comment }) => ({ location: locate(at), text: comment })),
    ...strings,
  ]
}

/** Returns the lines of a document, of the descriptions of a schema or of the comments of a model, without code. */
export function proseOfDocument({ path, text }: SourceFile): Prose[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  const visible = path.endsWith('.md') ? text.replaceAll(/^```[^]*?^```/gm, blank) : text
  return visible
    .split('\n')
    .map((line, index) => ({
      location: `${path}:${index + 1}`,
      text: path.endsWith('.prisma') ? comment(line) : line,
    }))
    .map(({ location, text: line }) => ({ location, text: withoutCode(line) }))
    .filter(({ text: line }) => line.trim() !== '')
}

/** Returns a text without the code in it: names in backticks and the addresses of links. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]*`/g, '…').replaceAll(/\]\([^)]*\)/g, ']')
}

function comment(line: string): string {
  return /\/\/\/?(.*)$/.exec(line)?.[1] ?? ''
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
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  if (ts.isTaggedTemplateExpression(node.parent)) return false
  const text = node.getText()
  return /\w+ \w+ \w+/.test(text) && !SQL.test(text)
}
