import type { Call } from '../caller.ts'
import { ABSENT, type Thing } from '../thing.ts'
import { VOTERS, type World } from '../world.ts'
import type { Kind } from './kind.ts'

/** Votes of customers on posts that are not deleted: one for each person and post. */
export function votes({ voters, posts }: World): Kind {
  const partsOf = ({ marker }: Thing) => {
    const [email = '', post = ''] = marker.split(' on ')
    return { headers: voters.find((voter) => voter.email === email)?.headers ?? {}, id: post }
  }
  const graphql = (thing: Thing, purpose: string, query: string): Call => {
    const { headers, id } = partsOf(thing)
    return {
      door: 'GraphQL',
      purpose: `${purpose} vote`,
      method: 'POST',
      path: '/graphql',
      headers,
      body: { query, variables: { id: `post_${id}` } },
    }
  }
  const cast = (thing: Thing, direction: 'UP' | 'DOWN') => ({
    call: graphql(
      thing,
      'cast',
      `mutation ($id: ID!) { castVote(input: { id: $id, direction: ${direction} }) { post { id viewerVote } errors { code } } }`,
    ),
    state: direction.toLowerCase(),
    events: [],
  })
  return {
    name: 'vote',
    marker: (number) =>
      `${voters[number % VOTERS]?.email} on ${posts[Math.floor(number / VOTERS) % posts.length]}`,
    create: (thing) => cast(thing, 'UP'),
    idOf: () => 1,
    change: (thing) => cast(thing, thing.steps.at(-1)?.state === 'up' ? 'DOWN' : 'UP'),
    remove: (thing) => ({
      call: graphql(
        thing,
        'remove',
        'mutation ($id: ID!) { removeVote(input: { id: $id }) { post { id } errors { code } } }',
      ),
      state: ABSENT,
      events: [],
    }),
    read: (thing) => graphql(thing, 'read', 'query ($id: ID!) { post(by: { id: $id }) { viewerVote } }'),
    stateOf: (body) => String(body.post.viewerVote?.toLowerCase() ?? ABSENT),
    list: null,
    stored: `select u.email || ' on ' || v.post_id as marker, v.direction::text as state, 1 as id
      from votes v join users u on (u.organization_id, u.id) = (v.organization_id, v.user_id)
      where v.organization_id = $1 and u.email like 'voter-%'`,
  }
}
