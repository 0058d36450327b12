import { below, columnOf, functionOf, listOf, nodeOf, type Tree } from './sql-tree.ts'
import type { Problem, Rule } from './statement-rules.ts'
import { REFERENCE_TABLES, tenantTables } from './tenant-tables.ts'

/** Functions that return rows and whose result may differ between two statements. */
const ROWS_OF_JSON = /_(?:to|populate)_recordset$/

/**
 * Returns the parts of a statement with tables of organizations, or copies, that Citus refuses although they name one
 * organization, also where a table that is not distributed is written. Each was refused by Citus 13.2.
 */
export function formProblems(statement: Tree): Problem[] {
  if (!hasSharedTable(statement)) return []
  const named = new Set(below(statement, 'CommonTableExpr').map(({ ctename }) => String(ctename)))
  const forms: [Rule, boolean, string][] = [
    [
      'form',
      below(below(statement, 'SelectStmt'), 'SelectStmt').some(isEmpty),
      'a query inside of another has no columns',
    ],
    [
      'form',
      below(statement, 'SelectStmt').some((query) => locksRowsOf(query, named)),
      'rows are locked by a query that reads a query of WITH',
    ],
    [
      'form',
      below(below(statement, 'InsertStmt'), 'SelectStmt').some(
        ({ lockingClause, fromClause }) =>
          lockingClause !== undefined && below(fromClause, 'RangeFunction').length > 0,
      ),
      'the query of an INSERT locks rows beside those of a function',
    ],
    [
      'nextval',
      below(statement, 'FuncCall').some((call) => functionOf(call) === 'nextval'),
      'a number of a sequence is taken beside tables',
    ],
    [
      'form',
      below(statement, 'ColumnRef').some((node) => columnOf({ ColumnRef: node })?.name === 'ctid'),
      'a row is named by its physical address',
    ],
    [
      'form',
      below(statement, 'CaseExpr').some(({ arg }) => arg !== undefined),
      'a CASE compares a value with WHEN',
    ],
    [
      'form',
      below(statement, 'InsertStmt').some(hasParameterInConflict),
      'ON CONFLICT of an INSERT with a query has a parameter',
    ],
    [
      'form',
      below(statement, 'InsertStmt').some((insert) =>
        isCorrelated(nodeOf(insert.selectStmt, 'SelectStmt'), named),
      ),
      'the query of an INSERT has a query that is correlated with rows of a function or of WITH',
    ],
    ['form', below(statement, 'A_Indirection').some(isElement), 'a statement names an element of an array'],
    [
      'local',
      below(statement, 'SelectStmt').some((query) => isCorrelatedWithLocal(query, named)),
      'a query is correlated with rows of a table of the coordinator',
    ],
  ]
  return forms.flatMap(([rule, isTrue, message]) => (isTrue ? [{ rule, message }] : []))
}

/** Whether a query reads rows of JSON beside a table of organizations. */
export const readsJsonBesideTenants = (statement: Tree): boolean =>
  below(statement, 'SelectStmt').some(
    (query) =>
      below(listOf(query.fromClause), 'RangeVar')
        .concat(below(query.fromClause, 'RangeVar'))
        .some(isTenant) &&
      below([query.fromClause, query.whereClause], 'RangeFunction').some((source) =>
        below(source, 'FuncCall').some((call) => ROWS_OF_JSON.test(functionOf(call))),
      ),
  )

const isTenant = ({ relname }: Tree) => tenantTables.has(String(relname))

/** Whether a statement has a table that a distributed database splits or copies. */
export const hasSharedTable = (statement: Tree): boolean =>
  ['RangeVar', 'relation']
    .flatMap((kind) => below(statement, kind))
    .some(({ relname }) => tenantTables.has(String(relname)) || REFERENCE_TABLES.includes(String(relname)))

const isEmpty = ({ targetList, valuesLists, op }: Tree) =>
  targetList === undefined && valuesLists === undefined && op === 'SETOP_NONE'

/** Whether a query locks rows, and reads a query of WITH other than as one value. */
function locksRowsOf({ lockingClause, fromClause, whereClause }: Tree, named: ReadonlySet<string>): boolean {
  if (lockingClause === undefined) return false
  const links = below(whereClause, 'SubLink').filter(({ subLinkType }) => subLinkType !== 'EXPR_SUBLINK')
  return below([fromClause, links], 'RangeVar').some(({ relname }) => named.has(String(relname)))
}

const hasParameterInConflict = ({ selectStmt, onConflictClause }: Tree) =>
  nodeOf(selectStmt, 'SelectStmt')?.fromClause !== undefined && below(onConflictClause, 'ParamRef').length > 0

/** Whether a query reads rows of a function or of WITH, and has a query of a table of organizations that names them. */
function isCorrelated(query: Tree | null, named: ReadonlySet<string>): boolean {
  if (query === null) return false
  const values = [
    ...below(query.fromClause, 'RangeFunction', ['subquery']),
    ...below(query.fromClause, 'RangeVar', ['subquery']).filter(({ relname }) => named.has(String(relname))),
  ].map((source) => String((source.alias as Tree | undefined)?.aliasname ?? source.relname))
  if (values.length === 0) return false
  return below(query.whereClause, 'SubLink').some(
    (link) =>
      below(link, 'RangeVar').some(isTenant) &&
      below(link, 'ColumnRef').some((node) => values.includes(columnOf({ ColumnRef: node })?.table ?? '')),
  )
}

/**
 * Whether a query reads a table of the coordinator, and has a query of a table of organizations that names its
 * rows.
 */
function isCorrelatedWithLocal(query: Tree, named: ReadonlySet<string>): boolean {
  const local = below(query.fromClause, 'RangeVar', ['subquery'])
    .filter((source) => !isTenant(source) && !named.has(String(source.relname)) && !isCopy(source))
    .map((source) => String((source.alias as Tree | undefined)?.aliasname ?? source.relname))
  return below([query.targetList, query.whereClause, query.fromClause], 'SubLink').some(
    (link) =>
      below(link, 'RangeVar').some(isTenant) &&
      below(link, 'ColumnRef').some((node) => local.includes(columnOf({ ColumnRef: node })?.table ?? '')),
  )
}

const isCopy = ({ relname }: Tree) => REFERENCE_TABLES.includes(String(relname))

const isElement = ({ arg, indirection }: Tree) =>
  nodeOf(arg, 'ParamRef') !== null && listOf(indirection).some((part) => nodeOf(part, 'A_Indices') !== null)
