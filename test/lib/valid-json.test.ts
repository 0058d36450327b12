import { expect, test } from 'vitest'
import { readBoolean } from '../../src/lib/text/read-boolean.ts'
import { jsonValueProblem } from '../../src/lib/text/valid-json.ts'

const rules = { maxDepth: 2, tooDeep: 'deep', maxValues: 4, tooMany: 'many' }

test.each([
  ['text', null],
  [null, null],
  [{ a: [1, 'x'], b: true }, null],
  [{ a: ['a\0b'] }, 'contains a NUL character'],
  [[{ '\ud83d': 1 }], 'is not valid Unicode'],
  [{ a: [[]] }, 'deep'],
  [[{ a: {} }], 'deep'],
  [{ a: [1, 2], b: 3 }, null],
  [{ a: [1, 2, 3], b: 4 }, 'many'],
  // The first problem decides.
  [{ a: [[]], b: '\0' }, 'deep'],
  [{ a: '\0', b: [[]] }, 'contains a NUL character'],
])('the problem of %j is %j', (value, problem) => {
  expect(jsonValueProblem(value, rules)).toBe(problem)
})

test('strings may have no rule', () => {
  expect(jsonValueProblem(['\0'], { ...rules, textProblemOf: () => null })).toBeNull()
})

test.each(
  [
    [true, 1, '1', 'true', 'TRUE'].map((value) => [value, true] as const),
    [false, 0, '0', 'false', 'False'].map((value) => [value, false] as const),
    [2, '', 'yes', null, undefined, ['true'], {}].map((value) => [value, undefined] as const),
  ].flat(),
)('readBoolean(%j) returns %j', (value, read) => {
  expect(readBoolean(value)).toBe(read)
})
