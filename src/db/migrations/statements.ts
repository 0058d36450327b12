/** A statement of a migration, and the line of the file on which it begins, from 1 on. */
export type Statement = { text: string; line: number }

/** Texts that may contain a semicolon which ends no statement: dollar quotes, texts, names and comments. */
const QUOTED = String.raw`\$(\w*)\$[\s\S]*?\$\1\$|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$|\/\*[\s\S]*?\*\/`

/** Returns a text in which a space replaces texts, names, comments and dollar quotes. */
export const withoutQuotes = (sql: string): string => sql.replace(new RegExp(QUOTED, 'gim'), ' ')

/**
 * Words that begin and end the body of a function in standard SQL, and the `CASE` inside of one, which ends in
 * `END` too.
 */
const BODY = String.raw`\b(begin\s+atomic|case|end)\b`

/**
 * Splits SQL into its statements, without those that are empty. A database that is distributed by Citus sends the whole
 * text of a message to its servers, so that a message may contain one statement only.
 */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let depth = 0
  const add = (end: number) => {
    const text = sql.slice(start, end)
    const blank = /^(?:\s|--.*$)*/m.exec(text)?.[0].length ?? 0
    if (withoutQuotes(text).trim() !== '')
      statements.push({
        text: text.slice(blank).trimEnd(),
        line: sql.slice(0, start + blank).split('\n').length,
      })
    start = end + 1
  }
  for (const { 0: found, 2: word, index } of sql.matchAll(new RegExp(`${QUOTED}|${BODY}|;`, 'gim'))) {
    if (word !== undefined) depth = depthAfter(word.toLowerCase(), depth)
    else if (found === ';' && depth === 0) add(index)
  }
  add(sql.length)
  return statements
}

/**
 * Returns the depth of nested `BEGIN ATOMIC` and `CASE` after a word. Outside of a body, `CASE` and `END` have
 * none.
 */
function depthAfter(word: string, depth: number): number {
  if (word.startsWith('begin')) return depth + 1
  if (depth === 0) return 0
  return word === 'case' ? depth + 1 : depth - 1
}
