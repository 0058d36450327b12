import { loadModule, parseSync } from 'libpg-query'
import { formProblems, hasSharedTable, readsJsonBesideTenants } from './accepted-forms.ts'
import { columnProblems } from './column-rules.ts'
import { tiesOf } from './organization-ties.ts'
import { below, functionOf, nodeOf, QUERIES, type Tree } from './sql-tree.ts'
import { REFERENCE_TABLES, tenantTables } from './tenant-tables.ts'

await loadModule()

/** A rule of statements. Exemptions name the one that they except a statement from. */
export type Rule =
  | 'organization'
  | 'lock'
  | 'insert'
  | 'returning'
  | 'stable'
  | 'volatile'
  | 'recursion'
  | 'lateral'
  | 'correlation'
  | 'writes'
  | 'json'
  | 'form'
  | 'nextval'
  | 'local'

export type Problem = { rule: Rule; message: string }

const WRITES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt']

/**
 * Returns why a distributed database, such as Citus, would refuse a statement or execute it on every server.
 * Statements that are no queries have no problems.
 * @throws Error when it is not SQL
 */
export function problemsOf(text: string): Problem[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt?: Tree }[] }
  return stmts.flatMap(({ stmt = {} }) => problemsOfTree(stmt))
}

/** Returns the names of the functions in the expressions of the INSERTs, UPDATEs and DELETEs of a text. */
export function functionsOfWrites(text: string): string[] {
  const writes = WRITES.flatMap((kind) => writtenBy(parseSync(text) as Tree, kind))
  return writes
    .flatMap(({ targetList, whereClause, onConflictClause }) => [targetList, whereClause, onConflictClause])
    .flatMap((expressions) => below(expressions, 'FuncCall'))
    .map(functionOf)
}

/** Returns the problems of a parsed statement. */
export function problemsOfTree(statement: Tree): Problem[] {
  if (!QUERIES.some((kind) => kind in statement)) return []
  const problems = [
    ...organizationProblems(statement),
    ...insertProblems(statement),
    ...formProblems(statement),
    ...columnProblems(WRITES.flatMap((kind) => writtenBy(statement, kind).map((node) => ({ kind, node })))),
  ]
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
}

/**
 * Whether a statement reads, updates or deletes rows of organizations that it does not name, and whether one about
 * several organizations has a form that is possible for one of them only.
 */
function organizationProblems(statement: Tree): Problem[] {
  const ties = tiesOf(statement)
  const problems: Problem[] = ties
    .filter(({ tie }) => tie === 'none')
    .map(({ table }) => ({ rule: 'organization', message: `${table} is not limited to an organization` }))
  if (ties.every(({ tie }) => tie === 'one')) return problems
  const forms: [Rule, boolean, string][] = [
    ['lock', below(statement, 'LockingClause').length > 0, 'rows of more than one organization are locked'],
    ['recursion', isRecursive(statement), 'a recursive query is about more than one organization'],
    ['lateral', hasLateral(statement), 'a lateral query is about more than one organization'],
    ['correlation', ties.some(({ isOfValue }) => isOfValue), 'a query is correlated with rows of a function'],
    ['json', readsJsonBesideTenants(statement), 'a query of more than one organization reads rows of JSON'],
    ['writes', writesInWith(statement), 'a query of WITH changes rows of more than one organization'],
  ]
  return [...problems, ...forms.flatMap(([rule, isTrue, message]) => (isTrue ? [{ rule, message }] : []))]
}

const isRecursive = (statement: Tree) =>
  below(statement, 'withClause').some(
    (clause) => clause.recursive === true && readsTenants(below(clause.ctes, 'SelectStmt')),
  )

/** Whether a lateral query reads a table of organizations. */
const hasLateral = (statement: Tree) =>
  below(statement, 'RangeSubselect').some(
    ({ lateral, subquery }) => lateral === true && readsTenants(subquery),
  )

const writesInWith = (statement: Tree) =>
  below(statement, 'CommonTableExpr').some(({ ctequery }) =>
    WRITES.some((kind) => {
      const write = nodeOf(ctequery, kind)
      return write !== null && isDistributed(write)
    }),
  )

const readsTenants = (node: unknown) =>
  below(node, 'RangeVar').some(({ relname }) => tenantTables.has(String(relname)))

/** Whether an INSERT contains a query other than the one whose rows it inserts. */
function insertProblems(statement: Tree): Problem[] {
  const isBad = writtenBy(statement, 'InsertStmt').some(({ selectStmt, onConflictClause }) => {
    const select = nodeOf(selectStmt, 'SelectStmt')
    const values = select?.fromClause === undefined ? [select?.valuesLists, select?.targetList] : []
    return below([...values, { onConflictClause }], 'SubLink').length > 0
  })
  return isBad ? [{ rule: 'insert', message: 'a query is inside of the values of an INSERT' }] : []
}

/**
 * Returns the parts of a statement that write rows, if it has a table which a distributed database splits or
 * copies. Those that write another table are restricted too.
 */
const writtenBy = (statement: Tree, kind: string) => (hasSharedTable(statement) ? below(statement, kind) : [])

const isDistributed = ({ relation }: Tree) => {
  const { relname } = relation as { relname: string }
  return tenantTables.has(relname) || REFERENCE_TABLES.includes(relname)
}
