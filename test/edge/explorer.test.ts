import { Kind, parse, print, type DefinitionNode } from 'graphql'
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

const isOperation = (part: DefinitionNode) => part.kind === Kind.OPERATION_DEFINITION
const nameOf = (part: DefinitionNode) => ('name' in part ? part.name?.value : undefined)

/** Returns the document that GraphiQL sends to run one operation: without the others, with all fragments. */
function documentOf(name: string): string {
  const { kind, definitions } = parse(document)
  const sent = definitions.filter((part) => !isOperation(part) || nameOf(part) === name)
  return print({ kind, definitions: sent })
}

const run = async (name: string) => (await app.graphql(documentOf(name), {}, tenant.key)).body

test('GraphiQL opens with operations that an API key may run', async () => {
  expect(document).toContain('# Sign in')
  const names = parse(document).definitions.filter(isOperation).map(nameOf)
  expect(names).toEqual(['LatestPosts', 'SearchPosts', 'CreatePost', 'LatestEvents', 'FollowEvents'])

  const followed = await readEvents(app, documentOf('FollowEvents'), tenant.key)
  expect(await run('LatestPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('SearchPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('CreatePost')).toMatchObject({
    data: { createPost: { post: { title: 'My first post' }, errors: [] } },
  })
  const post = { title: 'My first post', votesCount: 1 }
  const event = { type: 'POST_CREATED', snapshot: post }
  const node = { ...event, actor: { kind: 'API_KEY' }, changes: [], post }
  expect(await run('LatestEvents')).toMatchObject({ data: { events: { totalCount: 1, nodes: [node] } } })
  await followed.received(1)
  expect(followed.results()).toMatchObject([{ data: { events: event } }])
  followed.close()
})
