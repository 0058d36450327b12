import { loadModule, parseSync } from 'libpg-query'
import { tiesOf } from './organization-ties.ts'
import { below, functionOf, nodeOf, listOf, type Tree } from './sql-tree.ts'
import { REFERENCE_TABLES, tenantTables } from './tenant-tables.ts'

await loadModule()

/** Functions whose result may differ between two executions. */
const STABLE = [
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'random',
  'pg_current_xact_id',
]

const STATEMENTS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']

/**
 * Returns why a distributed database, such as Citus, would refuse a statement or execute it on every server.
 * Statements that are no queries have no problems.
 * @throws Error when it is not SQL
 */
export function problemsOf(text: string): string[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt?: Tree }[] }
  return stmts.flatMap(({ stmt = {} }) => {
    if (!STATEMENTS.some((kind) => kind in stmt)) return []
    return [...new Set([...organizationProblems(stmt), ...insertProblems(stmt), ...columnProblems(stmt)])]
  })
}

/** Whether a statement reads, updates or deletes rows of organizations that it does not name. */
function organizationProblems(statement: Tree): string[] {
  const ties = tiesOf(statement)
  const problems = ties
    .filter(({ tie }) => tie === 'none')
    .map(({ table }) => `${table} is not limited to an organization`)
  const isLocking = below(statement, 'LockingClause').length > 0
  if (isLocking && ties.some(({ tie }) => tie !== 'one'))
    problems.push('rows of more than one organization are locked')
  return problems
}

/** Whether an INSERT contains a query other than the one whose rows it inserts. */
function insertProblems(statement: Tree): string[] {
  const isBad = writtenBy(statement, ['InsertStmt']).some(({ selectStmt, onConflictClause }) => {
    const select = nodeOf(selectStmt, 'SelectStmt')
    const values = select?.fromClause === undefined ? [select?.valuesLists, select?.targetList] : []
    return below([...values, { onConflictClause }], 'SubLink').length > 0
  })
  return isBad ? ['a query is inside of the values of an INSERT'] : []
}

/** Whether RETURNING computes, and whether an UPDATE sets a column from a time and another column. */
function columnProblems(statement: Tree): string[] {
  const written = writtenBy(statement, ['InsertStmt', 'UpdateStmt', 'DeleteStmt'])
  const returned = written.map(({ returningClause, returningList }) => [returningClause, returningList])
  const problems: string[] = []
  if (below(returned, 'SubLink').length > 0) problems.push('a query is inside of RETURNING')
  if (below(returned, 'FuncCall').length > 0) problems.push('a function is inside of RETURNING')
  const set = writtenBy(statement, ['UpdateStmt']).flatMap(({ targetList }) => listOf(targetList))
  const computed = ['FuncCall', 'A_Expr'].flatMap((kind) => below(set, kind, ['SubLink']))
  if (computed.some((node) => isStable(node) && below(node, 'ColumnRef').length > 0))
    problems.push('an UPDATE sets a column from a time and another column')
  return problems
}

/** Returns the parts of a statement that write tables which a distributed database splits or copies. */
const writtenBy = (statement: Tree, kinds: string[]) =>
  kinds
    .flatMap((kind) => below(statement, kind))
    .filter(({ relation }) => {
      const { relname } = relation as { relname: string }
      return tenantTables.has(relname) || REFERENCE_TABLES.includes(relname)
    })

const isStable = (node: Tree): boolean =>
  below({ FuncCall: node }, 'FuncCall').some((call) => STABLE.includes(functionOf(call))) ||
  below(node, 'SQLValueFunction').length > 0
