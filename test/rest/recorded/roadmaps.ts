import { SYSTEM } from '../../../src/events/actor.ts'
import { addRoadmapPost } from '../../../src/modules/roadmaps/add-roadmap-post.ts'
import { createRoadmap } from '../../../src/modules/roadmaps/create-roadmap.ts'
import type { ScoringInputs } from '../../../src/modules/roadmaps/scoring-inputs.ts'
import type { Area, World } from '../../support/recording/world.ts'
import { addBuckets, merge, TEXTS, vote } from './board.ts'

const PATH = '/api/v3/roadmaps'

/** Roadmaps of every kind, with posts that are visible and ones that are not. */
export const roadmaps: Area = {
  name: 'roadmaps',
  async play(world) {
    const { send } = world
    await send('key', `GET ${PATH}`, undefined, { note: 'empty' })
    await fill(world)
    for (const who of ['key', 'admin', 'member', 'customer', 'token', 'token of a person', 'stranger'])
      await send(who, `GET ${PATH}`)
    for (const page of ['per_page=2', 'per_page=2&page=2', 'per_page=2&page=9', 'per_page=100&unknown=1'])
      await send('key', `GET ${PATH}?${page}`)
    for (const id of [1, 2, 3, 4]) await send('key', `GET ${PATH}/${id}`)
    for (const who of ['admin', 'customer', 'token', 'stranger'])
      for (const id of [1, 3]) await send(who, `GET ${PATH}/${id}`)
    await send('key', 'PATCH /api/v3/feature_requests/1', { status: 'completed' })
    await send('key', 'DELETE /api/v3/feature_requests/2')
    await send('key', `GET ${PATH}/1`, undefined, { note: 'after changes of its posts' })
    await send('key', `GET ${PATH}/2`, undefined, { note: 'after changes of its posts' })
  },
}

async function fill(world: World): Promise<void> {
  const { send, prepare, tenant } = world
  await addBuckets(world)
  const behalf = (email: string, fields: object) =>
    send('admin', 'POST /api/v3/feature_requests/post_on_behalf', { email, ...fields })
  await behalf('ann@people.example', { title: 'One', state_id: 2 })
  await behalf('bob@people.example', { title: 'Two', state_id: 3, description: TEXTS.html })
  await behalf('bob@people.example', { title: 'Private', bucket_id: 3 })
  await behalf('bob@people.example', { title: 'Pending', approval_status: 'pending' })
  await behalf('ann@people.example', { title: 'Five' })
  await vote(world, 'ann@people.example', 'up', 1, 2)
  await vote(world, 'bob@people.example', 'up', 1)
  const create = (fields: Partial<Parameters<typeof createRoadmap>[2]> & { title: string }) =>
    prepare((tx, organizationId) =>
      createRoadmap(tx, organizationId, { ownerId: tenant.admin.id, actor: SYSTEM, ...fields }),
    )
  const add = (roadmapId: number, postId: number, inputs: ScoringInputs = {}) =>
    prepare((tx, organizationId) =>
      addRoadmapPost(tx, organizationId, { roadmapId, postId, inputs, actor: SYSTEM }),
    )
  await create({ title: 'Plan', isPublic: true, scoreType: 'votes' })
  await create({
    title: TEXTS.unicode,
    description: 'For the <b>year</b>',
    isPublic: true,
    status: 'in_progress',
    icon: { type: 'emoji', value: '❄️' },
    mode: 'timeline',
    scoreType: 'rice',
    kanbanViewGroup: 'quarter',
    startDate: new Date('2020-01-01T00:00:00Z'),
    endDate: new Date('2020-12-31T00:00:00Z'),
  })
  await create({ title: 'Internal', isPublic: false, mode: 'list', scoreType: 'ice' })
  await create({ title: 'Old', isPublic: true, archived: true, status: 'completed' })
  for (const postId of [2, 1, 3, 4, 5]) await add(1, postId)
  await add(2, 1, { reach: 100, impact: 2, confidence: 80, effort: 3 })
  await add(2, 2, { reach: 5, impact: 1 })
  await add(3, 1, { impact: 3, confidence: 50, ease: 4 })
  await merge(world, 1, 5)
}
