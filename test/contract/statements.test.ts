import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { EXEMPTIONS } from '../support/contract/across-organizations.ts'
import { statementsOfFunction, type DatabaseFunction } from '../support/contract/function-statements.ts'
import { IMMUTABLE_WITH_ZONE, MUTABLE_FUNCTIONS } from '../support/contract/mutable-functions.ts'
import {
  functionsOfWrites,
  problemsOf,
  problemsOfTree,
  type Problem,
} from '../support/contract/statement-rules.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

// This file runs after all others, alone in a project of its own. A run of some files checks their
// statements only.

const directory = inject('statementsDirectory')

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Statements that the service and its programs have sent during the run, each once. */
const statements = [
  ...new Set(
    readdirSync(directory)
      .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as string),
  ),
].sort()

let database: TestDatabase
let functions: DatabaseFunction[]

beforeAll(async () => {
  database = await createDatabase()
  const { rows } = await database.pool.query<DatabaseFunction>(`
    select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as definition,
      coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
      coalesce(p.proargnames, '{}') as variables
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  functions = rows
})
afterAll(() => database.drop())

/** The exemptions that a text, with single spaces, has from the rule of a problem. */
const exemptionsOf = (text: string, { rule }: Problem) =>
  (EXEMPTIONS[rule] ?? []).filter(({ part }) => text.includes(part))

/** The problems of a text that it is not exempt from, with the text. */
function violations(text: string, problems: Problem[]): string[] {
  const others = problems.filter((problem) => exemptionsOf(oneLine(text), problem).length === 0)
  return others.length === 0 ? [] : [`${others.map(({ message }) => message).join('; ')}:\n${text}`]
}

test('every statement names its organization and has a form that Citus executes, or is exempt for a reason', () => {
  expect(statements.flatMap((text) => violations(text, problemsOf(text)))).toEqual([])
})

test('every statement in a function of the database follows the same rules', () => {
  expect(functions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['store_results', 'claim_lanes', 'mark_revision', 'search_config']),
  )
  const found = functions.flatMap((each) =>
    statementsOfFunction(each).map(({ text, tree }) => ({ text: `${each.name}: ${text}`, tree })),
  )
  expect(found.length).toBeGreaterThan(functions.length)
  expect(found.flatMap(({ text, tree }) => violations(text, problemsOfTree(tree)))).toEqual([])
})

test('every function whose result may change and with which statements change rows is in the list', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct proname as name from pg_proc where provolatile <> 'i' and proname = any($1)`,
    [[...new Set(statements.flatMap(functionsOfWrites))]],
  )
  const isMissing = (name: string) => !MUTABLE_FUNCTIONS.has(name) && !IMMUTABLE_WITH_ZONE.has(name)
  expect(rows.map(({ name }) => name).filter(isMissing)).toEqual([])
})

test.runIf(inject('isWholeRun'))('every exemption excepts a statement from its rule', () => {
  const found = [
    ...statements.map((text) => ({ text, problems: problemsOf(text) })),
    ...functions.flatMap((each) =>
      statementsOfFunction(each).map(({ text, tree }) => ({
        text: `${each.name}: ${text}`,
        problems: problemsOfTree(tree),
      })),
    ),
  ]
  const used = new Set(
    found.flatMap(({ text, problems }) =>
      problems.flatMap((problem) => exemptionsOf(oneLine(text), problem)),
    ),
  )
  const unused = Object.values(EXEMPTIONS).flatMap((exemptions) =>
    exemptions.filter((each) => !used.has(each)),
  )
  expect(unused.map(({ part }) => part)).toEqual([])
})
