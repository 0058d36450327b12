import { createHash } from 'node:crypto'
import pg from 'pg'

/** Maximum number of named texts, which bounds the prepared statements of a session. */
const MAX_NAMED = 400
/** Texts executed once. A text is named at its second use. */
const seenOnce = new Set<string>()
const MAX_SEEN = 5_000
const names = new Map<string, string>()

// Counts and sums are parsed as numbers. None of them can exceed 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type Options = { isNamed: () => boolean; onStatement: ((text: string) => void) | undefined }

/**
 * Returns a pg client class based on `Base` that prepares each recurring parameterized statement once per
 * connection. It names the statement (PostgreSQL's extended query protocol), so that parsing and planning are
 * not repeated.
 */
export function preparedStatementClient(
  Base: new (config?: pg.ClientConfig) => pg.Client,
  { isNamed, onStatement }: Options,
): typeof pg.Client {
  class NamedStatementClient extends Base {
    // pg declares a dozen overloads. All of them call this method.
    override query(...args: unknown[]): never {
      const [first, second, ...rest] = args
      const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
      if (text !== undefined) onStatement?.(text)
      const send = super.query as unknown as (...parts: unknown[]) => never
      if (text === undefined || !isNamed()) return send.apply(this, args)
      if (typeof first === 'string') {
        if (!Array.isArray(second) || second.length === 0) return send.apply(this, args)
        const name = nameOf(text)
        return name ? send.call(this, { name, text, values: second }, ...rest) : send.apply(this, args)
      }
      const config = first as { name?: string; values?: unknown[]; submit?: unknown }
      if (config.name || config.submit || !config.values?.length) return send.apply(this, args)
      const name = nameOf(text)
      return name ? send.call(this, { ...config, name }, second, ...rest) : send.apply(this, args)
    }
  }
  return NamedStatementClient as unknown as typeof pg.Client
}

/**
 * Prefix of a text that is planned for each execution because the size of its tables may change by orders of
 * magnitude.
 */
export const REPLAN = '/* planned anew */'

function nameOf(text: string): string | undefined {
  if (text.startsWith(REPLAN)) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMED) return undefined
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= MAX_SEEN) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
  const name = `s_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
  names.set(text, name)
  return name
}
