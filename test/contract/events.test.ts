import ts from 'typescript'
import { expect, test } from 'vitest'
import { EVENT_TYPES, EVENTS, NOTICES } from '../../src/events/catalogue.ts'
import { descendants, parsedFiles, locationOf } from '../support/contract/source-files.ts'

/** Every occurrence of an event name as a `type`, in files that record events. */
const recorded = parsedFiles('src')
  .filter(({ text }) => text.includes('recordEvents('))
  .flatMap(({ path, tree }) =>
    [...descendants(tree)].filter(isType).map(({ initializer }) => ({
      name: initializer.text,
      location: locationOf(path, tree, initializer),
    })),
  )

test('every declared event is recorded by a verb', () => {
  const names = recorded.map(({ name }) => name)
  expect(EVENT_TYPES.filter((name) => !names.includes(name))).toEqual([])
})

test('every recorded event is declared', () => {
  const undeclared = recorded.filter(({ name }) => !EVENT_TYPES.some((declared) => declared === name))
  expect(undeclared).toEqual([])
})

test('each name is declared once and starts with the kind of its subject', () => {
  expect(new Set(EVENT_TYPES).size).toBe(Object.keys(EVENTS).length + Object.keys(NOTICES).length)
  for (const name of EVENT_TYPES) expect(name).toMatch(/^(post|changelog|webhook)_[a-z]+$/)
})

function isType(node: ts.Node): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } {
  return (
    ts.isPropertyAssignment(node) && node.name.getText() === 'type' && ts.isStringLiteral(node.initializer)
  )
}
