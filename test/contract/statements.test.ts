import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ACROSS } from '../support/contract/across-organizations.ts'
import { problemsOf } from '../support/contract/statement-rules.ts'

// This file runs after all others, alone in a project of its own. A run of some files checks their
// statements only.

const directory = inject('statementsDirectory')

/** Part of the text of a migration, which changes rows of all organizations. */
const MIGRATION = 'UPDATE public._prisma_migrations SET finished_at'

/** Statements that the service and its programs have sent during the run, each once, except migrations. */
const statements = [
  ...new Set(
    readdirSync(directory)
      .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as string)
      .filter((text) => !text.includes(MIGRATION)),
  ),
].sort()

test('every statement names its organization, or stands in the list with a reason', () => {
  const wrong = statements.flatMap((text) => {
    const problems = problemsOf(text)
    const isListed = ACROSS.some(({ part }) => oneLine(text).includes(part))
    return problems.length === 0 || isListed ? [] : [`${problems.join('; ')}:\n${text}`]
  })
  expect(wrong).toEqual([])
})

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
