import { MUTABLE_FUNCTIONS, VOLATILE_FUNCTIONS } from './mutable-functions.ts'
import { below, columnOf, functionOf, listOf, nodeOf, type Tree } from './sql-tree.ts'
import type { Problem } from './statement-rules.ts'

/** Queries inside of expressions, which a distributed database executes before. */
const APART = ['SubLink', 'withClause']

/** An INSERT, UPDATE or DELETE of a distributed table. */
type Write = { kind: string; node: Tree }

/**
 * Returns the problems of the expressions of writes. A distributed database computes a function whose result may
 * differ once, before it sends the statement, which is possible without a column only, and not in an expression whose
 * parts are computed as needed.
 */
export function columnProblems(writes: Write[]): Problem[] {
  return writes.flatMap(({ kind, node }) => [
    ...returningProblems(node),
    ...(kind === 'InsertStmt' ? conflictProblems(node) : changeProblems(kind, node)),
  ])
}

function returningProblems({ returningClause, returningList }: Tree): Problem[] {
  const returned = [returningClause, returningList]
  const problems: Problem[] = []
  const add = (message: string) => problems.push({ rule: 'returning', message })
  if (below(returned, 'SubLink').length > 0) add('a query is inside of RETURNING')
  if (below(returned, 'FuncCall').length > 0) add('a function is inside of RETURNING')
  return problems
}

const conflictProblems = ({ onConflictClause }: Tree): Problem[] =>
  mutableIn(onConflictClause, []).length === 0
    ? []
    : [{ rule: 'stable', message: 'ON CONFLICT computes with a time or another changing function' }]

function changeProblems(kind: string, node: Tree): Problem[] {
  const { targetList, whereClause, withClause: _with, ...sources } = node
  const computed = [kind === 'UpdateStmt' ? targetList : undefined, whereClause]
  const verb = kind === 'UpdateStmt' ? 'an UPDATE' : 'a DELETE'
  const problems: Problem[] = []
  if (mutableIn(computed).some(hasColumn))
    problems.push({ rule: 'stable', message: `${verb} computes from a time and a column` })
  const choices = ['CaseExpr', 'CoalesceExpr'].flatMap((choice) => below(computed, choice, APART))
  if (choices.some((choice) => mutableIn(choice, []).length > 0))
    problems.push({ rule: 'stable', message: `${verb} computes a time inside of CASE or COALESCE` })
  const isVolatile = below([...computed, sources], 'FuncCall', ['withClause']).some((call) =>
    VOLATILE_FUNCTIONS.has(functionOf(call)),
  )
  if (isVolatile) problems.push({ rule: 'volatile', message: `${verb} calls a VOLATILE function` })
  return problems
}

/** Returns the parts of an expression whose result may differ between two statements. */
function mutableIn(node: unknown, except: readonly string[] = APART): Tree[] {
  const calls = below(node, 'FuncCall', except).filter((call) => MUTABLE_FUNCTIONS.has(functionOf(call)))
  const shifts = below(node, 'A_Expr', except).filter(isShift)
  return [...calls, ...shifts, ...below(node, 'SQLValueFunction', except)]
}

/** Whether an expression adds an interval to a time. That depends on the time zone, except for a time without one. */
function isShift({ name, lexpr, rexpr }: Tree): boolean {
  const operator = nodeOf(listOf(name)[0], 'String')?.sval
  if (operator !== '+' && operator !== '-') return false
  if (isWithoutZone(lexpr) || isWithoutZone(rexpr)) return false
  return isInterval(lexpr) !== isInterval(rexpr) || isTime(lexpr) !== isTime(rexpr)
}

/** Whether an expression is a point in time, by its type or its name. */
function isTime(node: unknown): boolean {
  const cast = nodeOf(node, 'TypeCast')
  if (cast) return isNamed(cast.typeName, 'timestamptz')
  const call = nodeOf(node, 'FuncCall')
  if (call) return MUTABLE_FUNCTIONS.has(functionOf(call))
  return /_(at|until)$/.test(columnOf(node)?.name ?? '')
}

/** Whether an expression is an interval, such as `2 * interval '1 second'`. */
function isInterval(node: unknown): boolean {
  const cast = nodeOf(node, 'TypeCast')
  if (cast) return isNamed(cast.typeName, 'interval')
  const call = nodeOf(node, 'FuncCall')
  if (call) return functionOf(call) === 'make_interval'
  const computed = nodeOf(node, 'A_Expr')
  return computed !== null && (isInterval(computed.lexpr) || isInterval(computed.rexpr)) && !isShift(computed)
}

const isWithoutZone = (node: unknown): boolean => {
  const call = nodeOf(node, 'FuncCall')
  return call !== null && functionOf(call) === 'timezone'
}

const isNamed = (typeName: unknown, name: string) =>
  nodeOf(listOf((typeName as Tree).names).at(-1), 'String')?.sval === name

const hasColumn = (node: Tree) => below(node, 'ColumnRef', APART).length > 0
