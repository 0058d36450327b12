import type { Random } from '../../../src/seed/random.ts'
import type { Call } from '../caller.ts'
import { ABSENT, type Thing } from '../thing.ts'
import type { World } from '../world.ts'
import { nextText, type Kind } from './kind.ts'

/** Posts, written and read over REST and GraphQL in turn. */
export function posts({ tenant }: World, random: Random): Kind {
  const headers = tenant.key
  const rest = (purpose: string, method: string, path: string, body?: object): Call => ({
    door: 'REST',
    purpose: `${purpose} post`,
    method,
    path: `/api/v3/feature_requests${path}`,
    headers,
    body,
  })
  const graphql = (purpose: string, query: string, variables: object): Call => ({
    door: 'GraphQL',
    purpose: `${purpose} post`,
    method: 'POST',
    path: '/graphql',
    headers,
    body: { query, variables },
  })
  const isOpen = ({ steps }: Thing) => !steps.some(({ events }) => events.length > 1)
  return {
    name: 'post',
    marker: (number) => `soak-post-${number}`,
    create(thing) {
      const title = nextText(thing)
      const call = random.chance(0.5)
        ? rest('create', 'POST', '', { title, description: `About ${title}` })
        : graphql(
            'create',
            'mutation ($title: String!) { createPost(input: { title: $title }) { post { databaseId } } }',
            {
              title,
            },
          )
      return { call, state: title, events: [`post_created ${title}`] }
    },
    idOf: (body) => Number(body.createPost?.post.databaseId ?? body.id),
    change(thing) {
      const title = nextText(thing)
      const completes = isOpen(thing) && random.chance(0.3)
      const events = [`post_updated ${title}`, ...(completes ? [`post_completed ${title}`] : [])]
      const call = random.chance(0.5)
        ? rest('update', 'PUT', `/${thing.id}`, { title, ...(completes && { status: 'completed' }) })
        : graphql(
            'update',
            'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { id } errors { code } } }',
            {
              input: {
                id: `post_${thing.id}`,
                title,
                ...(completes && { status: { slug: 'completed' } }),
              },
            },
          )
      return { call, state: title, events }
    },
    remove: ({ id, marker }) => ({
      call: random.chance(0.5)
        ? rest('delete', 'DELETE', `/${id}`)
        : graphql('delete', 'mutation ($id: ID!) { deletePost(input: { id: $id }) { errors { code } } }', {
            id: `post_${id}`,
          }),
      state: ABSENT,
      events: [`post_deleted ${marker}`],
    }),
    read: ({ id }) => ({
      ...(random.chance(0.7)
        ? rest('read', 'GET', `/${id}`)
        : graphql('read', 'query ($id: Int!) { post(by: { databaseId: $id }) { title } }', { id })),
      refusals: [404],
    }),
    stateOf: (body) => (body.post === null ? ABSENT : String(body.post?.title ?? body.title)),
    list: () => ({
      call: random.chance(0.7)
        ? rest('list', 'GET', '?per_page=40')
        : graphql('list', 'query ($first: Int) { posts(first: $first) { nodes { title } } }', { first: 40 }),
      holds: null,
      statesOf: (body) =>
        (body.posts?.nodes ?? body.feature_requests).map(({ title }: { title: string }) => title) as string[],
    }),
    stored: `select regexp_replace(title, ' v\\d+$', '') as marker, title as state, id from posts
      where organization_id = $1 and title not like 'base %'`,
  }
}
