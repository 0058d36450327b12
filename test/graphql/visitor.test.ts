import { beforeAll, describe, expect, test } from 'vitest'
import { assertAccess } from '../../src/graphql/access/access.ts'
import { createStoredRunner } from '../../src/graphql/execution/run-stored.ts'
import type { Portal } from '../../src/auth/portal-base.ts'
import { visitorOf } from '../../src/portal/visit/visitor.ts'
import { schema } from '../../src/schema.ts'
import { rootFields } from '../support/contract/root-fields.ts'
import { fillPortal, openPortal, SECRETS } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

/** The root fields that visitors may call. A field that is not in this list is closed to them. */
const OPEN = [
  'bucket',
  'buckets',
  'changelog',
  'changelogLabels',
  'changelogs',
  'comments',
  'importedChangelog',
  'importedPost',
  'organization',
  'post',
  'posts',
  'publicOrganizations',
  'roadmap',
  'roadmaps',
  'similarPosts',
  'statuses',
  'survivingPost',
  'user',
]
/** Mutations that a visitor may call where the organization permits anonymous votes and posts. */
const ANONYMOUS = { votes: ['castVote', 'removeVote'], posts: ['createPost'] }
/** Those that also answer for an organization whose public pages are closed. */
const OF_CLOSED = ['organization', 'publicOrganizations']

const app = useApp()
const tenant = useTenant(app, 'acme')
let portal: Portal

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  portal = {
    id: tenant.organization.id,
    slug: 'acme',
    portalUrl: null,
    visibility: 'public',
    anonymousVotes: false,
    anonymousPosts: false,
  }
})

const ask = (document: string, visibility: Portal['visibility'] = 'public') =>
  createStoredRunner(schema, app.services)(document, {}, visitorOf({ ...portal, visibility }), {
    requestId: 'test',
    address: '',
  })

describe.each(rootFields().map((field) => [`${field.kind} ${field.name}`, field] as const))(
  'visitors and %s',
  (_label, { kind, name, access }) => {
    test('the field answers only if it is in the list', () => {
      const permits = (visibility: Portal['visibility'], settings: object = {}) => {
        try {
          assertAccess(visitorOf({ ...portal, visibility, ...settings }), access ?? { require: 'anyone' })
          return true
        } catch {
          return false
        }
      }
      const writes = (setting: object) => permits('public', setting) && !permits('members', setting)
      expect(writes({ anonymousVotes: true }) && kind === 'mutation').toBe(ANONYMOUS.votes.includes(name))
      expect(writes({ anonymousPosts: true }) && kind === 'mutation').toBe(ANONYMOUS.posts.includes(name))
      expect(permits('public')).toBe(kind === 'query' && OPEN.includes(name))
      expect(permits('members')).toBe(kind === 'query' && OF_CLOSED.includes(name))
    })
  },
)

test.each([
  'viewer { authority }',
  'customers { nodes { id } }',
  'events(first: 1) { nodes { id } }',
  'node(id: "post_1") { id }',
  'webhooks { nodes { id } }',
  'oauthServer { issuer }',
])('a visitor cannot read { %s }', async (field) => {
  await expect(ask(`{ ${field} }`)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a visitor of a closed portal reads no content', async () => {
  await expect(ask('{ posts { nodes { id } } }', 'members')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await ask('{ organization { name } }', 'members')).toEqual({
    organization: { name: 'Name of acme' },
  })
})

const PEOPLE = 'name email maskedEmail labels customer { email } membership { id }'
const POST = `title hidden mergedInto { title } mergedPosts { nodes { title } } voters { nodes { user { ${PEOPLE} } } }
  subscribers { nodes { user { ${PEOPLE} } } } events { nodes { id } } submitter { ${PEOPLE} }
  comments { nodes { body internal author { ${PEOPLE} } replies { nodes { body } } } }`

test('no field below shows a visitor what is not public, nor an e-mail address', async () => {
  const found = await ask(`{
    posts { nodes { ${POST} } totalCount }
    buckets { nodes { name postsCount posts { nodes { title } totalCount } } totalCount }
    statuses { name posts { nodes { title } totalCount } }
    comments { nodes { body post { title } } totalCount }
    changelogs { nodes { title posts { title } author { ${PEOPLE} } } totalCount }
    roadmaps { nodes { title owner { ${PEOPLE} } posts { nodes { post { title } } totalCount } } totalCount }
  }`)
  const text = JSON.stringify(found)
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/@[\w-]+\.example/)
  expect(found).toMatchObject({
    posts: { totalCount: 1, nodes: [{ title: 'Dark mode', voters: null, subscribers: null, events: null }] },
    comments: { totalCount: 2 },
    changelogs: { totalCount: 1, nodes: [{ posts: [{ title: 'Dark mode' }] }] },
    roadmaps: { totalCount: 1, nodes: [{ posts: { totalCount: 1 } }] },
  })
})

test('comments on one hidden post are not listed by its id', async () => {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from posts where hidden')
  const found = await ask(
    `{ comments(filter: { postId: "post_${rows[0]?.id}" }) { totalCount nodes { body } } }`,
  )
  expect(found).toEqual({ comments: { totalCount: 0, nodes: [] } })
})

test('a visitor finds no person by e-mail', async () => {
  expect(await ask('{ user(by: { email: "zann@people.example" }) { name } }')).toEqual({ user: null })
})

test('without a credential, /graphql is not a visitor', async () => {
  const headers = { 'X-Organization': 'acme' }
  expect(await app.graphql('{ posts { nodes { id } } }', {}, headers)).toMatchObject({
    body: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] },
  })
})
