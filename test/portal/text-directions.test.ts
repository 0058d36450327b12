import { beforeAll, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { open } from '../support/clients/portal.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
/** Texts that end with a sign whose side depends on the direction of its paragraph. */
const TEXTS = {
  organization: 'Acme & friends!',
  description: 'Tell us what is missing.',
  form: 'One wish per post, please.',
  board: 'Notes (beta).',
  boardDescription: 'All about notes.',
  roadmap: 'A calmer week.',
  roadmapDescription: 'What we work on.',
  entry: 'Is it faster? Yes!',
}

const make = (type: string, input: object, selection: string) =>
  run(
    app,
    tenant.admin.session,
    `mutation ($input: ${type[0]?.toUpperCase()}${type.slice(1)}Input!) { ${type}(input: $input) { ${selection} errors { message } } }`,
    { input },
  )

beforeAll(async () => {
  const { organization, description, form } = TEXTS
  await openPortal(app, tenant, { name: organization, description, formDescription: form })
  const { createBucket } = await make(
    'createBucket',
    { name: TEXTS.board, description: TEXTS.boardDescription },
    'bucket { databaseId }',
  )
  await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.keyAndAdmin,
    body: { title: 'Dark mode', description: 'x', bucket_id: createBucket.bucket.databaseId },
  })
  await make(
    'createRoadmap',
    { title: TEXTS.roadmap, description: TEXTS.roadmapDescription, isPublic: true },
    'roadmap { id }',
  )
  await make(
    'createChangelog',
    { title: TEXTS.entry, description: 'Text', published: true },
    'changelog { id }',
  )
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll(/[()?.!]/g, '\\$&')

test.each<[path: string, texts: (keyof typeof TEXTS)[]]>([
  ['/@acme', ['organization', 'description', 'board']],
  ['/@acme/b/notes-beta', ['board', 'boardDescription']],
  ['/@acme/p/dark-mode', ['board']],
  ['/@acme/new', ['form']],
  ['/@acme/roadmap', ['roadmap', 'roadmapDescription']],
  ['/@acme/changelog', ['entry']],
  ['/@acme/changelog/is-it-faster-yes', ['entry']],
])(
  'texts of an organization have their own direction on a page of the other one: %s',
  async (path, texts) => {
    const { status, text } = await open(app, `${path}?lang=ar`)
    expect(status).toBe(200)
    const body = text.slice(text.indexOf('<body'))
    for (const name of texts) {
      // An option has the direction of its list.
      const all =
        body.match(
          new RegExp(`<(?!option)\\w[^<]*>\\s*(?:<a [^<]*>\\s*)?${escaped(TEXTS[name])}\\s*<`, 'g'),
        ) ?? []
      expect(all.length, name).toBeGreaterThan(0)
      expect(
        all.filter((element) => !element.includes('dir="auto"')),
        name,
      ).toEqual([])
    }
  },
)

test('the day of an entry has the direction of the page, in every language of the entry', async () => {
  const { text } = await open(app, '/@acme/changelog?lang=ar')
  expect(text).toMatch(/<article class="entry" lang="en" dir="ltr">/)
  expect(text).toMatch(/<time\s+dir="rtl"\s+lang="ar"\s+datetime="[^"]+"/)
})
