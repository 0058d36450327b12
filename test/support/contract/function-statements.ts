import { parsePlPgSQLSync, parseSync } from 'libpg-query'
import { below, listOf, nodeOf, type Tree } from './sql-tree.ts'

/** A function of the database. */
export type DatabaseFunction = {
  name: string
  language: string
  /** Text of `pg_get_functiondef`. */
  definition: string
  /** Text of the body. */
  body: string
  /** Names of the arguments. */
  variables: string[]
}

/** A statement of a function, and the tree of it with parameters instead of variables. */
type FunctionStatement = { text: string; tree: Tree }

/**
 * Returns the statements of a function of the language `sql` or `plpgsql`. Those that it composes at run time are left
 * out.
 * @throws Error when it is not SQL
 */
export function statementsOfFunction(source: DatabaseFunction): FunctionStatement[] {
  const { texts, names, rows } = source.language === 'sql' ? contentOfSql(source) : contentOfPlpgsql(source)
  return texts.flatMap((text) =>
    parsed(text).map((tree) => ({ text, tree: withParameters(tree, new Set(names), new Set(rows)) })),
  )
}

/** Statements, and the names of the variables and of those that are rows. */
type Content = { texts: string[]; names: string[]; rows: string[] }

const contentOfSql = ({ body, variables }: DatabaseFunction): Content => ({
  texts: [body.replace(/^\s*RETURN\b/i, 'select')],
  names: variables,
  rows: [],
})

function contentOfPlpgsql({ definition, variables }: DatabaseFunction): Content {
  const { plpgsql_funcs: functions } = parsePlPgSQLSync(definition) as { plpgsql_funcs?: unknown }
  const content = nodeOf(listOf(functions)[0], 'PLpgSQL_function') ?? {}
  const declared = (kind: string) => below(content.datums, kind).map(({ refname }) => String(refname))
  return {
    texts: below(content.action, 'PLpgSQL_expr').map(({ query, parseMode }) =>
      statementOf(String(query), Number(parseMode ?? 0)),
    ),
    names: [...variables, ...declared('PLpgSQL_var')],
    rows: declared('PLpgSQL_rec'),
  }
}

/** Modes in which PL/pgSQL parses a text: as a statement, an expression or an assignment. */
const [STATEMENT, EXPRESSION] = [0, 2]

function statementOf(text: string, mode: number): string {
  if (mode === STATEMENT) return text
  return `select ${mode === EXPRESSION ? text : text.replace(/^[^:=]*:?=/, '')}`
}

const parsed = (text: string): Tree[] =>
  ((parseSync(text) as { stmts?: { stmt?: Tree }[] }).stmts ?? []).map(({ stmt = {} }) => stmt)

type Names = ReadonlySet<string>

/** Replaces variables, and fields of those that are rows, by parameters. */
function withParameters<Node>(node: Node, variables: Names, rows: Names): Node {
  if (Array.isArray(node)) return node.map((each: unknown) => withParameters(each, variables, rows)) as Node
  if (typeof node !== 'object' || node === null) return node
  const [first, second] = listOf(nodeOf(node, 'ColumnRef')?.fields)
  const name = String(nodeOf(first, 'String')?.sval)
  // Functions that return a column `organization_id` read the one of the table.
  const isVariable = variables.has(name) && name !== 'organization_id'
  if (second === undefined ? isVariable : rows.has(name)) return { ParamRef: { number: 1 } } as Node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withParameters(value, variables, rows)]),
  ) as Node
}
