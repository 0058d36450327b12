import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { READERS } from '../../../src/moving/readers.ts'
import { filesFrom, ofType, readAll } from '../read.ts'

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const FILES: Record<string, string> = {
  'people.jsonl': lines({
    id: 'usr_1',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'admin',
    customer: true,
  }),
  'posts.jsonl': lines({
    id: 'pst_1',
    title: 'Dark mode',
    descriptionHtml: '<img src="uploads/upl_1.png">',
    submitterId: 'usr_1',
    approvalStatus: 'APPROVED',
    tagIds: [],
    importedVotes: 4,
    later: true,
  }),
  'merges.jsonl': lines({
    id: 'mrg_1',
    childId: 'pst_2',
    parentId: 'pst_1',
    voterIds: ['usr_1'],
    importedVotes: 1,
  }),
  'uploads.jsonl': lines({ id: 'upl_1', type: 'image/png', bytes: 3 }),
  'uploads/upl_1.png': 'png',
  'webhooks.jsonl': lines({ id: 'whk_1', url: 'https://a.example/' }),
}

function exportOf(changes: Record<string, unknown> = {}, files = FILES) {
  const entries = Object.entries(FILES).map(([name, text]) => {
    const sha256 = createHash('sha256').update(text).digest('hex')
    return [name, { rows: text.split('\n').length - 1, bytes: Buffer.byteLength(text), sha256 }]
  })
  const manifest = {
    format: 'echolog/1',
    installation: 'i1',
    organization: 'acme',
    files: Object.fromEntries(entries),
  }
  return filesFrom({ ...files, 'manifest.json': { ...manifest, ...changes } })
}

test('an export gives counted votes as fields, merges as rows and uploads, and no role', async () => {
  expect(await READERS.echolog.inspect(exportOf())).toMatchObject({ sourceName: 'echolog:i1:acme' })
  const reading = await readAll('echolog', exportOf())
  expect(ofType(reading, 'post')).toMatchObject([
    { importedVotes: 4, text: { html: '<img src="upload:upl_1">' } },
  ])
  expect(ofType(reading, 'merge')).toMatchObject([
    { child: 'pst_2', restored: { voters: ['usr_1'], importedVotes: 1 } },
  ])
  expect(ofType(reading, 'upload')).toMatchObject([{ key: 'upl_1', file: 'uploads/upl_1.png' }])
  expect(ofType(reading, 'webhook')).toEqual([])
  expect(JSON.stringify(reading.records)).not.toContain('admin')
  expect(reading.losses.map(({ what }) => what)).toContain('key later of posts')
  expect(ofType(await readAll('echolog', exportOf(), { webhooks: true }), 'webhook')).toHaveLength(1)
})

test('a foreign format, a wrong checksum and a missing file are refused by name', async () => {
  const { inspect } = READERS.echolog
  await expect(inspect(exportOf({ format: 'echolog/2' }))).rejects.toThrow('"echolog/2" is not "echolog/1"')
  const changed = exportOf({}, { ...FILES, 'posts.jsonl': lines({ id: 'pst_1' }) })
  await expect(inspect(changed)).rejects.toThrow('checksum of a file is wrong. (file "posts.jsonl")')
  const { 'people.jsonl': _, ...others } = FILES
  await expect(inspect(exportOf({}, others))).rejects.toThrow('A file of the manifest is missing.')
  await expect(inspect(filesFrom({ 'posts.jsonl': '' }))).rejects.toThrow('no manifest.json')
})
