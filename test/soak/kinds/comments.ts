import type { Call } from '../caller.ts'
import { ABSENT, type Thing } from '../thing.ts'
import type { World } from '../world.ts'
import { nextText, type Kind } from './kind.ts'

/** Comments on posts that are not deleted. */
export function comments({ tenant, posts }: World): Kind {
  const rest = (purpose: string, method: string, path: string, body?: object): Call => ({
    door: 'REST',
    purpose: `${purpose} comment`,
    method,
    path: `/api/v3/comments${path}`,
    headers: tenant.key,
    body,
  })
  const postOf = ({ marker }: Thing) => posts[Number(marker.split('-').at(-1)) % posts.length]
  return {
    name: 'comment',
    marker: (number) => `soak-comment-${number}`,
    create(thing) {
      const comment = nextText(thing)
      const body = { feature_request_id: postOf(thing), comment }
      return { call: rest('create', 'POST', '', body), state: comment, events: [] }
    },
    idOf: (body) => Number(body.comment.id),
    change(thing) {
      const comment = nextText(thing)
      return { call: rest('update', 'PUT', `/${thing.id}`, { comment }), state: comment, events: [] }
    },
    remove: ({ id }) => ({ call: rest('delete', 'DELETE', `/${id}`), state: ABSENT, events: [] }),
    read: ({ id }) => ({ ...rest('read', 'GET', `/${id}`), refusals: [404] }),
    stateOf: (body) => String(body.comment.comment),
    list(random) {
      const post = random.pick(posts)
      return {
        call: rest('list', 'GET', `?feature_request_id=${post}&per_page=100`),
        holds: (thing) => postOf(thing) === post,
        statesOf: (body) => body.comments.map(({ comment }: { comment: string }) => comment) as string[],
      }
    },
    stored: `select regexp_replace(body, ' v\\d+$', '') as marker, body as state, id from comments
      where organization_id = $1 and deleted_at is null`,
  }
}
