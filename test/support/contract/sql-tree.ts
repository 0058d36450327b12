/** A node of PostgreSQL's parse tree, as JSON. */
export type Tree = { [key: string]: unknown }

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the content of a node of a kind, or null. */
export function nodeOf(node: unknown, kind: string): Tree | null {
  const content = isTree(node) ? node[kind] : undefined
  return isTree(content) ? content : null
}

/** Returns a value as a list. */
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Returns the contents of all nodes of a kind below a node, without those below a node of `except`. */
export function below(node: unknown, kind: string, except: readonly string[] = []): Tree[] {
  if (Array.isArray(node)) return node.flatMap((each) => below(each, kind, except))
  if (!isTree(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (except.includes(key)) return []
    return [...(key === kind && isTree(value) ? [value] : []), ...below(value, kind, except)]
  })
}

/** Returns the last name and, if there is one, the qualifier of a column reference. */
export function columnOf(node: unknown): { table: string | null; name: string } | null {
  const names = listOf(nodeOf(node, 'ColumnRef')?.fields).map((field) =>
    String(nodeOf(field, 'String')?.sval),
  )
  const name = names.at(-1)
  return name === undefined ? null : { table: names.at(-2) ?? null, name }
}

/** Returns the last name of a function call. */
export const functionOf = (call: Tree): string =>
  String(nodeOf(listOf(call.funcname).at(-1), 'String')?.sval).toLowerCase()

/** Returns the conditions that all hold when an expression does. */
export function conditionsOf(node: unknown): unknown[] {
  const all = nodeOf(node, 'BoolExpr')
  if (all?.boolop === 'AND_EXPR') return listOf(all.args).flatMap(conditionsOf)
  return node === undefined ? [] : [node]
}

/** Returns an expression without its type casts. */
function withoutCast(node: unknown): unknown {
  const cast = nodeOf(node, 'TypeCast')
  return cast ? withoutCast(cast.arg) : node
}

/** Returns the pairs of expressions that a condition compares for equality, with whether the second is a list. */
export function equalitiesOf(condition: unknown): { one: unknown; other: unknown; isList: boolean }[] {
  const link = nodeOf(condition, 'SubLink')
  if (link?.subLinkType === 'ANY_SUBLINK')
    return membersOf(link.testexpr).map((one) => ({ one, other: condition, isList: true }))
  const compared = nodeOf(condition, 'A_Expr')
  if (!compared || nodeOf(listOf(compared.name)[0], 'String')?.sval !== '=') return []
  const isList = compared.kind === 'AEXPR_IN' || compared.kind === 'AEXPR_OP_ANY'
  if (!isList && compared.kind !== 'AEXPR_OP') return []
  const ones = membersOf(compared.lexpr)
  if (isList) return ones.map((one) => ({ one, other: compared.rexpr, isList }))
  const others = membersOf(compared.rexpr)
  return ones.map((one, index) => ({
    one: withoutCast(one),
    other: withoutCast(others.length === ones.length ? others[index] : compared.rexpr),
    isList: others.length !== ones.length,
  }))
}

const membersOf = (node: unknown): unknown[] => {
  const row = nodeOf(node, 'RowExpr')
  return row ? listOf(row.args) : [node]
}

/** Kinds of queries. */
export const QUERIES = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']

/** Returns the name by which a query names a source. Its default is `name`. */
export const aliasOf = (range: Tree, name = ''): string => {
  const alias = range.alias as Tree | undefined
  return alias === undefined ? name : String(alias.aliasname)
}

/** Returns the nodes of the outermost queries in an expression. */
export function queriesIn(node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap(queriesIn)
  if (!isTree(node)) return []
  if (QUERIES.some((kind) => kind in node)) return [node]
  return Object.values(node).flatMap(queriesIn)
}
