import { Kind, parse, print, separateOperations } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let document: string

beforeAll(async () => {
  const page = await (await fetch(`${app.url}/graphql`, { headers: { Accept: 'text/html' } })).text()
  const [, literal = '""'] = /"defaultQuery":("(?:[^"\\]|\\.)*")/.exec(page) ?? []
  document = JSON.parse(literal) as string
})

/** Runs one operation of GraphiQL's document, which GraphiQL sends as a whole. */
async function run(operationName: string) {
  const { body } = await app.call('POST', '/graphql', {
    headers: tenant.key,
    body: { query: document, operationName },
  })
  return body
}

test('GraphiQL opens with operations that an API key may run', async () => {
  expect(document).toContain('# Sign in')
  const names = parse(document).definitions.flatMap((part) =>
    part.kind === Kind.OPERATION_DEFINITION ? [part.name?.value] : [],
  )
  expect(names).toEqual(['LatestPosts', 'SearchPosts', 'CreatePost', 'LatestEvents', 'FollowEvents'])

  const follow = print(separateOperations(parse(document)).FollowEvents ?? parse('{ none }'))
  const followed = await readEvents(app, follow, tenant.key)
  expect(await run('LatestPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('SearchPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('CreatePost')).toMatchObject({
    data: { createPost: { post: { title: 'My first post' }, errors: [] } },
  })
  const event = {
    type: 'POST_CREATED',
    actor: { kind: 'API_KEY' },
    changes: [],
    snapshot: { title: 'My first post', votesCount: 1 },
    post: { title: 'My first post', votesCount: 1 },
  }
  expect(await run('LatestEvents')).toMatchObject({ data: { events: { totalCount: 1, nodes: [event] } } })
  await followed.received(1)
  expect(followed.results()).toMatchObject([{ data: { events: event } }])
  followed.close()
})
