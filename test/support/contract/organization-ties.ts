import {
  aliasOf,
  below,
  columnOf,
  conditionsOf,
  equalitiesOf,
  listOf,
  nodeOf,
  queriesIn,
  QUERIES,
  type Tree,
} from './sql-tree.ts'
import { REFERENCE_TABLES, tenantTables } from './tenant-tables.ts'
import { ORDER, worst, type Scope, type Tie, type TiedTable } from './tie.ts'

/** Returns the tables of organizations that a statement reads, updates or deletes from, with their ties. */
export function tiesOf(statement: Tree): TiedTable[] {
  const found: TiedTable[] = []
  readQuery(statement, { outer: new Map(), named: new Map(), found })
  return found
}

type Reading = {
  /** Sources of the queries around this one. */
  outer: Scope
  /** Queries of WITH. */
  named: Scope
  found: TiedTable[]
}

/** Reads the query in a node. Returns the tie of its rows. */
function readQuery(node: unknown, reading: Reading): Tie {
  for (const kind of QUERIES) {
    const query = nodeOf(node, kind)
    if (query) return readContent(query, kind, reading)
  }
  return 'many'
}

function readContent(query: Tree, kind: string, { outer, named: before, found }: Reading): Tie {
  const named: Scope = new Map(before)
  const first = found.length
  for (const cte of below(nodeOf({ with: query.withClause }, 'with')?.ctes, 'CommonTableExpr', QUERIES)) {
    const name = String(cte.ctename)
    named.set(name, 'many')
    named.set(name, readQuery(cte.ctequery, { outer, named, found }))
  }
  for (const part of ['larg', 'rarg'])
    if (query[part] !== undefined) readContent(query[part] as Tree, kind, { outer, named, found })
  const level = new Level(outer, named, found)
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') level.addSource({ RangeVar: query.relation })
  for (const source of [...listOf(query.fromClause), ...listOf(query.usingClause)]) level.addSource(source)
  level.addConditions(query.whereClause)
  level.finish()
  const { withClause: _with, fromClause: _from, usingClause: _using, larg: _l, rarg: _r, ...rest } = query
  level.readParts(rest)
  const inside = found.slice(first).map(({ tie }) => tie)
  return inside.length === 0 ? 'many' : worst(inside)
}

/** The sources of one query, and the values that its conditions equate. */
class Level {
  readonly #outer: Scope
  readonly #named: Scope
  readonly #found: TiedTable[]
  /** Names of tables of organizations by their alias. */
  readonly #tables = new Map<string, string>()
  readonly #others: Scope = new Map()
  readonly #organizations = new Set<string>()
  readonly #conditions: unknown[] = []
  readonly #ties: Scope = new Map()
  /** Tables inside of the queries in FROM, by the alias of the query, to which conditions on it apply. */
  readonly #inside = new Map<string, TiedTable[]>()

  /** Aliases of queries of WITH and of queries with a LIMIT. */
  readonly #apart = new Set<string>()
  /** Lateral queries in FROM by their alias. */
  readonly #laterals = new Map<string, Tree>()

  constructor(outer: Scope, named: Scope, found: TiedTable[]) {
    this.#outer = outer
    this.#named = named
    this.#found = found
  }

  addSource(source: unknown): void {
    const join = nodeOf(source, 'JoinExpr')
    if (join) {
      this.addSource(join.larg)
      this.addSource(join.rarg)
      return this.addConditions(join.quals)
    }
    const table = nodeOf(source, 'RangeVar')
    if (table) return this.#addTable(String(table.relname), table)
    const query = nodeOf(source, 'RangeSubselect')
    const name = aliasOf(query ?? nodeOf(source, 'RangeFunction') ?? {})
    this.#others.set(name, 'many')
    if (query?.lateral === true) this.#laterals.set(name, query)
    else if (query) this.#readSource(name, query)
  }

  #readSource(name: string, { subquery }: Tree): void {
    if (nodeOf(subquery, 'SelectStmt')?.limitCount !== undefined) this.#apart.add(name)
    const reading = { outer: this.#visible(), named: this.#named, found: this.#found }
    const first = this.#found.length
    this.#others.set(name, readQuery(subquery, reading))
    this.#inside.set(name, this.#found.slice(first))
  }

  #addTable(name: string, range: Tree): void {
    const alias = aliasOf(range, name)
    const query = this.#named.get(name)
    if (query !== undefined) {
      this.#others.set(alias, query)
      this.#apart.add(alias)
    } else if (tenantTables.has(name)) this.#tables.set(alias, name)
    else if (name === 'organizations') this.#organizations.add(alias)
    else if (!REFERENCE_TABLES.includes(name)) this.#others.set(alias, 'many')
  }

  addConditions(node: unknown): void {
    if (node !== undefined) this.#conditions.push(...conditionsOf(node))
  }

  /** Decides the ties of the tables, from one condition to the next until nothing changes. */
  #decide(): void {
    const pairs = this.#conditions.flatMap(equalitiesOf)
    for (let isChanged = true; isChanged;) {
      isChanged = false
      for (const { one, other, isList } of pairs)
        for (const [key, value] of [
          [one, other],
          [other, one],
        ]) {
          const alias = this.#organizationAlias(key)
          const tie = alias === null ? 'none' : this.#tieOf(value, isList)
          if (alias === null || ORDER.indexOf(tie) <= ORDER.indexOf(this.#ties.get(alias) ?? 'none')) continue
          this.#ties.set(alias, tie)
          isChanged = true
        }
    }
  }

  /** Decides the ties of the tables. Lateral queries may name these. */
  finish(): void {
    this.#decide()
    for (const [name, query] of this.#laterals) this.#readSource(name, query)
    if (this.#laterals.size > 0) this.#decide()
    for (const [alias, tables] of this.#inside)
      for (const inside of tables) if (inside.tie === 'none') inside.tie = this.#ties.get(alias) ?? 'none'
    for (const [alias, table] of this.#tables)
      this.#found.push({ table, tie: this.#ties.get(alias) ?? 'none', isOfValue: false })
  }

  /** Reads the queries inside of expressions. */
  readParts(rest: Tree): void {
    const outer = this.#visible()
    const parts = [...this.#conditions, rest].flatMap((part) => queriesIn(part))
    const first = this.#found.length
    for (const query of new Set(parts)) readQuery(query, { outer, named: this.#named, found: this.#found })
    if (this.#tables.size > 0 || this.#others.size === 0) return
    for (const inside of this.#found.slice(first)) inside.isOfValue ||= inside.tie === 'many'
  }

  /** Sources that a query inside of this one may name. */
  #visible(): Scope {
    const own = [...this.#tables.keys(), ...this.#organizations].map((alias): [string, Tie] => [
      alias,
      this.#ties.get(alias) ?? 'many',
    ])
    return new Map([...this.#outer, ...this.#others, ...own])
  }

  /** Returns the alias of the table whose organization an expression is, or null. */
  #organizationAlias(node: unknown): string | null {
    const column = columnOf(node)
    if (!column) return null
    const aliases = column.name === 'organization_id' ? this.#tables : this.#organizations
    if (column.name !== 'organization_id' && column.name !== 'id') return null
    if (column.table !== null && column.name === 'organization_id' && this.#inside.has(column.table))
      return this.#others.get(column.table) === 'none' ? column.table : null
    if (column.table !== null) return [...aliases.keys()].includes(column.table) ? column.table : null
    const [only, ...more] = [...aliases.keys()]
    return only !== undefined && more.length === 0 ? only : null
  }

  /** Returns the tie of a table whose organization equals an expression. */
  #tieOf(value: unknown, isList: boolean): Tie {
    const alias = this.#organizationAlias(value)
    if (alias !== null) return this.#ties.get(alias) ?? 'none'
    if (isList) return 'many'
    const column = columnOf(value)
    if (!column) return below({ value }, 'ColumnRef').length === 0 ? 'one' : 'many'
    if (column.table === null) return 'many'
    // Citus does not look for the organization in a query that it executes apart.
    if (this.#apart.has(column.table)) return 'none'
    if (this.#others.has(column.table)) return this.#others.get(column.table) ?? 'many'
    return this.#outer.get(column.table) ?? 'none'
  }
}
