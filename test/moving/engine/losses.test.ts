import { expect, test } from 'vitest'
import type { Run } from '../../../src/moving/engine/read-run.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { importSource, planSource, rowsOf, type Given } from './run-source.ts'

const app = useApp()

/** A whole picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const csv = (...texts: string[]): Given => ({
  source: 'csv',
  open: () =>
    Promise.resolve(
      filesFrom({
        'posts.csv': [
          'id,title,description',
          ...texts.map((text, index) => `${index},Title ${index},"${text.replaceAll('"', '""')}"`),
        ].join('\n'),
      }),
    ),
})

test('a picture inside of a text is stored once, and another one is a loss', async () => {
  const tenant = await createTenant(app)
  const picture = `data:image/png;base64,${PIXEL}`
  const given = csv(
    `See ![shot](${picture}) and <img src="${picture}">`,
    '![broken](data:image/png;base64,AAAA) <img src="data:image/svg+xml,%3Csvg">',
  )
  const run = await importSource(app, tenant, given)
  expect(run.counts).toEqual(run.plan?.counts)
  expect(run.counts.upload).toEqual({ created: 1 })
  expect(run.plan?.losses).toContainEqual(expect.objectContaining({ what: 'pictures', count: 2 }))
  const { rows } = await app.database.pool.query<{ html: string }>(
    'select description_html as html from posts where organization_id = $1 order by title',
    [tenant.organization.id],
  )
  expect(rows[0]?.html.match(/src="\/uploads\/[\w-]+\.png"/g)).toHaveLength(2)
  expect(rows.map(({ html }) => html).join('')).not.toContain('data:')
  expect(await rowsOf(app, tenant)).toMatchObject({ pictures: 1 })
  expect((await planSource(app, tenant, given)).plan?.counts).toEqual({
    person: { unchanged: 1 },
    post: { unchanged: 2 },
  })
})

test('tags that the sanitizer removes are counted, and words in brackets are not', async () => {
  const tenant = await createTenant(app)
  const text =
    '<p>One <iframe src="https://x.example"></iframe> <b>two</b> List<String> <video controls></video></p>'
  const { plan } = await planSource(
    app,
    tenant,
    csv(text, '<p><iframe src="https://y.example"></iframe></p>'),
  )
  const reason = 'Texts cannot contain it.'
  expect(plan?.losses.filter(({ what }) => what.startsWith('tag'))).toEqual([
    { what: 'tag <iframe>', count: 2, reason },
    { what: 'tag <video>', count: 1, reason },
  ])
})

test('a plan counts the posts that the source does not contain any more', async () => {
  const tenant = await createTenant(app)
  await importSource(app, tenant, csv('One', 'Two', 'Three'))
  const { plan } = await planSource(app, tenant, csv('One'))
  expect(plan?.losses).toContainEqual(expect.objectContaining({ what: 'posts', count: 2 }))
  await app.database.pool.query(`delete from posts where organization_id = $1 and title = 'Title 2'`, [
    tenant.organization.id,
  ])
  const later = await planSource(app, tenant, csv('One'))
  expect(later.plan?.losses).toContainEqual(expect.objectContaining({ what: 'posts', count: 1 }))
})

test('columns and files that are not read are losses of a plan, with numbers, also after its decisions', async () => {
  const tenant = await createTenant(app)
  const posts = 'id,title,state of mind,votes_for,created_at\n1,One,calm,3,1/2/25\n2,Two,,4,2/3/25\n'
  const given = (options: Given['options'] = {}): Given => ({
    ...{ source: 'csv', options },
    open: () => Promise.resolve(filesFrom({ 'posts.csv': posts })),
  })
  const lost = (run: Run) => run.plan?.losses.filter(({ what }) => /^(columns?|file) /.test(what))
  const undecided = await planSource(app, tenant, given())
  expect(undecided.plan?.decisions).toMatchObject([{ option: '--date-order' }])
  const reason = 'Its heading is not recognized.'
  expect(lost(undecided)?.map(({ what }) => what)).toEqual(['column state of mind', 'column votes_for'])
  expect(lost(await planSource(app, tenant, given({ dateOrder: 'dmy' })))).toEqual([
    { what: 'column state of mind', count: 1, reason },
    { what: 'column votes_for', count: 2, reason },
  ])

  const ideas = 'Id,Title,Text,NPS\n1,One,x,9\n'
  const folder = () =>
    Promise.resolve(filesFrom({ 'ideas.csv': ideas, 'nps.json': '[]', 'scores.csv': 'A,B\n1,2\n' }))
  expect(lost(await planSource(app, tenant, { source: 'uservoice', open: folder }))).toEqual([
    { what: 'file nps.json', count: 1, reason: 'It is not read.' },
    { what: 'file scores.csv', count: 1, reason: 'It is not read.' },
    { what: 'columns of ideas.csv', count: 1, reason: 'These are not read: NPS.' },
  ])
})

test('rows of one title with another text are other posts, and repeated rows are listed', async () => {
  const tenant = await createTenant(app)
  const rows = 'Name,Description\nAjambari,A guide\nAjambari,A game\nClashers,Codes\nAjambari,A guide\n'
  const given: Given = { source: 'csv', open: () => Promise.resolve(filesFrom({ 'ideas.csv': rows })) }
  const { plan } = await planSource(app, tenant, given)
  expect(plan?.counts.post).toEqual({ created: 3, skipped: 1 })
  const reason = 'They have the key of an earlier record: ideas.csv row 5.'
  expect(plan?.losses).toContainEqual({ what: 'doubles', count: 1, reason })
})

test.each<[source: Given['source'], content: string, reason: string]>([
  ['csv', 'title,description\n', 'The file has no rows. (file "a.csv")'],
  ['uservoice', 'Id,Title\n', 'The source has no records.'],
])('a source of %s with headings only is refused', async (source, content, reason) => {
  const open = () => Promise.resolve(filesFrom({ 'a.csv': content }))
  const run = await planSource(app, await createTenant(app), { source, open })
  expect(run).toMatchObject({ state: 'failed', reason })
})

test('a file in an unclear encoding is read once a person names it', async () => {
  const tenant = await createTenant(app)
  const cyrillic = Buffer.from('7469746c650acff0e8e2e5f220ece8f00a', 'hex')
  const given = (options: Given['options'] = {}): Given => ({
    ...{ source: 'csv', options },
    open: () => Promise.resolve(filesFrom({ 'a.csv': cyrillic })),
  })
  const { plan } = await planSource(app, tenant, given())
  expect(plan?.decisions).toMatchObject([
    { option: '--encoding', reason: expect.stringContaining('it has the text “title Ïðèâåò ìèð”') },
  ])
  expect((await planSource(app, tenant, given({ encoding: 'windows-1252' }))).plan?.decisions).toEqual([])
})
