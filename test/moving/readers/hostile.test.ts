import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceKind } from '../../../src/moving/reader.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { PHASE_OF, PHASES } from '../../../src/moving/phases.ts'
import { SourceFault } from '../../../src/moving/source-fault.ts'
import type { SourceFiles } from '../../../src/moving/sources/source-files.ts'
import { changed, picks, textsOf } from '../hostile-files.ts'
import { filesFrom, readAll, type Reading } from '../read.ts'

const settings = { seed: 20261123, numRuns: 25 }

/** Samples of every source that is a set of texts. */
const SAMPLES: [source: SourceKind, path: string][] = [
  ['csv', 'plain/posts.csv'],
  ['csv', 'canny/posts-export-UNVERIFIED-headings.csv'],
  ['fider', 'fider/backup'],
  ['fider', 'fider/posts.csv'],
  ['astuto', 'astuto/tables'],
  ['astuto', 'astuto'],
  ['canny', 'canny'],
  ['featureos', 'featureos'],
  ['quackback', 'quackback/workspace'],
  ['quackback', 'quackback/import-template.csv'],
  ['uservoice', 'uservoice/classic'],
  ['uservoice', 'uservoice/full'],
  ['uservoice', 'uservoice/analysis'],
  ['featurebase', 'featurebase'],
  ['logchimp', 'logchimp/tables'],
  ['clearflask', 'clearflask'],
  ['github', 'github/rest'],
  ['github', 'github/gh'],
  ['github', 'github/discussions'],
  ['productboard', 'productboard'],
]

/** Reads a source as a plan does. Returns the fault of a source that is refused. */
async function planned(source: SourceKind, files: SourceFiles): Promise<Reading | SourceFault> {
  try {
    await READERS[source].inspect(files)
    return await readAll(source, files)
  } catch (error) {
    if (error instanceof SourceFault) return error
    throw error
  }
}

const ISO = /^-?\+?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const MOMENTS = /^(createdAt|updatedAt|deletedAt|publishedAt|scheduledAt|startDate|endDate)$/

const canBeStored = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Whether a value and its name have a form that the engine relies on. */
function isSound(key: string, value: unknown): boolean {
  if (MOMENTS.test(key) && value !== undefined && !(typeof value === 'string' && ISO.test(value)))
    return false
  if (!canBeStored(key) || (typeof value === 'string' && !canBeStored(value))) return false
  return !['function', 'symbol', 'bigint'].includes(typeof value)
}

/** Asserts what the engine relies on, of each item. */
function expectSound({ items, records, faults }: Reading): void {
  const phases = records.map((record) => PHASES.indexOf(PHASE_OF[record.type]))
  expect(phases).toEqual(phases.toSorted((left, right) => left - right))
  // An expectation for each value would take most of the time.
  const unsound: unknown[] = []
  JSON.stringify(items, (key, value: unknown) => {
    if (!isSound(key, value)) unsound.push([key, String(value)])
    return typeof value === 'bigint' ? null : value
  })
  expect(unsound).toEqual([])
  for (const record of records) {
    expect(record.externalId.length).toBeLessThanOrEqual(1_100)
    if (record.type === 'post' || record.type === 'changelog') {
      expect(record.title).not.toBe('')
      expect(record.title.length).toBeLessThanOrEqual(255)
    }
    if (record.type === 'post') expect(record.votesCount ?? 0).toBeGreaterThanOrEqual(0)
  }
  for (const { problems, origin } of faults) {
    expect(problems.length).toBeGreaterThan(0)
    for (const { value, reason } of problems)
      expect([value.length <= 200, reason !== '']).toEqual([true, true])
    expect(origin.row).toBeGreaterThan(0)
  }
}

test.each(SAMPLES)(
  '%s: hostile values in %s are items, errors or a refusal by name',
  async (source, path) => {
    const texts = await textsOf(path)
    await fc.assert(
      fc.asyncProperty(picks, async (changes) => {
        const files = changes.reduce(changed, texts)
        const result = await planned(source, filesFrom(files))
        if (result instanceof SourceFault) return
        expectSound(result)
        expect(await planned(source, filesFrom(files))).toEqual(result)
      }),
      settings,
    )
  },
)

test.each(SAMPLES)('%s: damaged bytes in %s are items, errors or a refusal by name', async (source, path) => {
  const texts = await textsOf(path)
  const names = Object.keys(texts)
  const damage = fc.record({
    at: fc.nat(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
    cut: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, bytes, cut }) => {
      const name = names[at % names.length] ?? ''
      const whole = texts[name] ?? Buffer.alloc(0)
      const start = Math.floor(at / names.length) % Math.max(1, whole.length)
      const rest = cut ? Buffer.alloc(0) : whole.subarray(start + bytes.length)
      const content = Buffer.concat([whole.subarray(0, start), bytes, rest])
      const result = await planned(source, filesFrom({ ...texts, [name]: content }))
      if (!(result instanceof SourceFault)) expectSound(result)
    }),
    settings,
  )
})

test.each(SAMPLES)(
  '%s: %s is read without any one of its files, or refused by name',
  async (source, path) => {
    const texts = await textsOf(path)
    for (const name of Object.keys(texts)) {
      const { [name]: _, ...others } = texts
      const result = await planned(source, filesFrom(others))
      if (!(result instanceof SourceFault)) expectSound(result)
    }
  },
)

test('names of custom fields, headings and rows of the file of errors can be stored', async () => {
  const customer = { id: 1, name: 'Ada', custom_fields: { 'a\0b\ud800': 'x' } }
  const request = { id: 1, title: 'Dark mode' }
  const answers = filesFrom({
    'customers.json': JSON.stringify({ customers: [customer] }),
    'feature_requests.json': JSON.stringify({ feature_requests: [request] }),
  })
  expectSound(await readAll('featureos', answers))
  const csv = filesFrom({ 'posts.csv': 'title,w\0x,x\n\0,\0,1\n' })
  expect((await READERS.csv.inspect(csv)).losses[0]?.what).toBe('column w\ufffdx')
  expectSound(await readAll('csv', csv))
})

test('a doubled heading is read once, and a doubled name of a table is refused', async () => {
  const [post] = (
    await readAll('csv', filesFrom({ 'posts.csv': 'id,title,Title\n1,first,second\n' }))
  ).records.filter((record) => record.type === 'post')
  expect(post).toMatchObject({ title: 'first' })
  const texts = await textsOf('astuto/tables')
  const doubled = filesFrom({ ...texts, 'old/posts.csv': texts['posts.csv'] ?? '' })
  await expect(READERS.astuto.inspect(doubled)).rejects.toThrow('Two files have the table "posts".')
})

test.each([
  ['another version', { generator: 'quackback', format_version: 2 }, 'The format version 2 is not 1.'],
  ['another product', { generator: 'other', format_version: 1 }, 'The generator is not "quackback".'],
  ['no JSON', '{', 'The manifest is not valid JSON.'],
])('a manifest of Quackback with %s is refused by name', async (_name, manifest, message) => {
  const files = filesFrom({ ...(await textsOf('quackback/workspace')), 'manifest.json': manifest })
  await expect(READERS.quackback.inspect(files)).rejects.toThrow(message)
})
