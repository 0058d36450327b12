import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SourceFault } from '../../../src/moving/source-fault.ts'
import { jsonRows } from '../../../src/moving/sources/answers.ts'
import { jsonValues } from '../../../src/moving/sources/json.ts'
import { JsonList } from '../../../src/moving/sources/json-list.ts'
import { JsonTokens, type JsonReading } from '../../../src/moving/sources/json-tokens.ts'
import { isSecretName } from '../../../src/moving/sources/secrets.ts'
import { filesFrom } from '../read.ts'

async function valuesOf(
  content: string | Uint8Array,
  form: Parameters<typeof jsonValues>[2] = {},
): Promise<unknown[]> {
  const values: unknown[] = []
  for await (const value of jsonValues(filesFrom({ 'posts.json': content }), 'posts.json', form))
    values.push(value)
  return values
}

const settings = { seed: 20261122, numRuns: 150 }
const isKept = (value: unknown) =>
  JSON.stringify(value) ===
  JSON.stringify(value, (key, one: unknown) => (isSecretName(key) ? undefined : one))
/** Values of JSON without keys that name secrets. */
const values = fc.array(
  fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'constructor'),
    fc.jsonValue({ maxDepth: 3 }).filter(isKept),
    {
      noNullPrototype: false,
    },
  ),
  { maxLength: 5 },
)

/** A large integer stays a text, which another test asserts. */
const withoutLarge = (_key: string, value: unknown) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? 0 : value

test('the elements of a list are those of JSON.parse, as a list, under a key and in lines', async () => {
  const plain = (list: unknown) => JSON.stringify(list)
  await fc.assert(
    fc.asyncProperty(values, async (list) => {
      const text = JSON.stringify(list, withoutLarge)
      const keep = JSON.stringify(JSON.parse(text))
      expect(plain(await valuesOf(text))).toBe(keep)
      expect(plain(await valuesOf(`{"hasMore":false,"posts":${text}}`, { keys: ['posts'] }))).toBe(keep)
      const lines = list.map((one) => `${JSON.stringify(one, withoutLarge)}\n`).join('')
      expect(plain(await valuesOf(lines, { lines: true }))).toBe(keep)
    }),
    settings,
  )
})

/** Values or the message of a fault, of a text that comes in parts. */
function readIn(parts: readonly string[], reading: JsonReading): string {
  try {
    return JSON.stringify([...parts.flatMap((part) => reading.add(part)), ...reading.end()])
  } catch (error) {
    if (error instanceof SourceFault) return 'a fault'
    throw error
  }
}

function partsOf(text: string, size: number): string[] {
  const starts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => index * size)
  return starts.map((start) => text.slice(start, start + size))
}

test('a list and lines that come in parts are read as their tokens are, also if they are not JSON', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, '"', '\\', '\\"', ']', '},'),
  )
  const given = fc.array(fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.string(), scalar)), {
    maxLength: 5,
  })
  const broken = fc.constantFrom('', ',', ']', '}', '"', '{', ' ', '\n', 'x')
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 9 }), broken, fc.nat(), (list, size, added, at) => {
      const written = JSON.stringify(list, null, size - 1)
      const index = at % (written.length + 1)
      const text = written.slice(0, index) + added + written.slice(index)
      const tokens = readIn(partsOf(text, size), new JsonTokens('posts.json', []))
      if (text.startsWith('['))
        expect(readIn(partsOf(text.slice(1), size), new JsonList('posts.json', 'list'))).toBe(tokens)
      const lines = partsOf(list.map((one) => `${JSON.stringify(one, null, 1)}\r\n\n`).join(''), size)
      expect(readIn(lines, new JsonList('posts.json', 'lines'))).toBe(
        readIn(lines, new JsonTokens('posts.json', 'lines')),
      )
    }),
    settings,
  )
})

test('any bytes are read or refused with a fault of the source', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      const result = await valuesOf(text).catch((error: unknown) => error)
      expect(Array.isArray(result) || result instanceof SourceFault).toBe(true)
    }),
    settings,
  )
})

test.each([
  ['text that is no JSON', '[{"a":tru}]', 'is not valid JSON'],
  ['a file that ends inside a value', '[{"a":1}', /not valid JSON|ends inside a value/],
  ['an object without a list', '{"error":"x"}', 'has no list of records'],
  ['more than 20 levels', `${'['.repeat(30)}${']'.repeat(30)}`, 'more than 20 levels'],
  ['a value of 5 MB', `[{"a":"${'x'.repeat(5_000_000)}"}]`, 'more than 4 MiB'],
  ['a list in a list of a million values', `[[${'1,'.repeat(1_000_000)}1]]`, 'more than 100000 values'],
])('refuses %s by name', async (_name, text, message) => {
  await expect(valuesOf(text)).rejects.toThrow(message)
  await expect(valuesOf(text)).rejects.toThrow('posts.json')
})

test('refuses a million keys in the list of an object by name', async () => {
  const text = `{"posts":[{${'"a":1,'.repeat(500_000)}"b":1}]}`
  await expect(valuesOf(text, { keys: ['posts'] })).rejects.toThrow('more than 100000 values')
})

test('refuses bytes that are not UTF-8', async () => {
  await expect(valuesOf(Buffer.from('["Gr\xfcn"]', 'latin1'))).rejects.toThrow('is not valid UTF-8')
})

test('keys of secrets are dropped, and numbers that are too large for a number stay ids', async () => {
  const [value] = await valuesOf(
    '[{"api_key":"hush","user":{"security_stamp":"hush"},"id":12345678901234567890}]',
  )
  expect(value).toEqual({ user: {}, id: '12345678901234567890' })
})

test('lone surrogates and values of other types are errors of the record', async () => {
  const files = filesFrom({ 'posts.json': '[{"title":"a\\ud800"},7,{"title":["x"]}]' })
  const problems: unknown[] = []
  for await (const row of jsonRows(files, 'posts.json')) {
    row.text('title')
    problems.push(row.problems.map(({ field, reason }) => `${row.origin.row} ${field} ${reason}`))
  }
  expect(problems).toEqual([
    ['1 title is not valid Unicode'],
    ['2 row must be an object'],
    ['3 title must be text'],
  ])
})
