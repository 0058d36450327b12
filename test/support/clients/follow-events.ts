import type { TestApp } from '../app.ts'
import type { Tenant } from '../fixtures/scenario.ts'
import { roadmapMutation } from '../fixtures/roadmaps.ts'
import { run } from './operations.ts'
import { connect, subscriptionsOpen, until, type Client } from './sockets.ts'
import type { Json } from '../json.ts'

const FOLLOW = `subscription { events { type actor { kind user { databaseId } } changes { field from to }
  ... on PostEvent { post { title } snapshot { databaseId title mergedIntoId } mergeParent { votesCount } }
  ... on VoteEvent { voter { databaseId } direction count votesCount downvotesCount vote: postSnapshot { databaseId } }
  ... on CommentEvent { comment { body } commented: snapshot { databaseId body internal commentsCount post { databaseId } } }
  ... on CustomerEvent { customer { name } customerSnapshot: snapshot { databaseId name email } }
  ... on RoadmapEvent { roadmap { title } roadmapSnapshot: snapshot { title } }
  ... on BucketEvent { bucket { name } bucketSnapshot: snapshot { name private } }
  ... on MemberEvent { member { role } memberSnapshot: snapshot { name role } }
  ... on ChangelogEvent { changelog { title } changelogSnapshot: snapshot { title } } } }`

/** The compared form of a change. */
export const changed = (field: string, from: unknown, to: unknown) => ({ field, from, to })

/** Follows the events of a tenant by WebSocket as its admin, who also runs the operations. */
export async function followEvents(app: TestApp, tenant: Tenant) {
  const client: Client = await connect(app, tenant.keyAndAdmin)
  client.subscribe('1', FOLLOW)
  await subscriptionsOpen(app, 1)
  const received = (): Json[] => client.results('1').map(({ data }) => data.events)
  const asAdmin = (query: string, variables: object = {}): Promise<Json> =>
    run(app, tenant.keyAndAdmin, query, { ...variables })

  async function newPost(title: string): Promise<number> {
    const query =
      'mutation ($title: String!) { createPost(input: { title: $title }) { post { databaseId } } }'
    return (await asAdmin(query, { title })).createPost.post.databaseId
  }

  /** Waits until all earlier events have been received. Returns their number, with that of a post. */
  async function receivedCount(): Promise<number> {
    const id = await newPost('Marker')
    const index = () => received().findIndex(({ snapshot }) => snapshot?.databaseId === id)
    if (!(await until(() => index() >= 0))) throw new Error('the event of the post did not arrive')
    return index() + 1
  }

  /** Runs an operation. Returns its data, and the events that it caused with their actors. */
  async function eventsOf(
    work: () => Promise<Json>,
  ): Promise<{ data: Json; events: Json[]; actors: Json[] }> {
    const start = await receivedCount()
    const data = await work()
    const end = await receivedCount()
    const all = received().slice(start, end - 1)
    const events = all.map(({ actor: _actor, ...event }) => event)
    return { data, events, actors: all.map(({ actor }) => actor) }
  }
  return {
    asAdmin,
    newPost,
    eventsOf,
    /** Returns a mutation of one input, to be run. */
    change: (name: string, input: object, selection: string) => () =>
      asAdmin(roadmapMutation(name, selection), { input }),
    close: () => client.socket.close(),
  }
}
