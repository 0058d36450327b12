import { addRoadmapPost } from '../../../src/modules/roadmaps/add-roadmap-post.ts'
import { createRoadmap } from '../../../src/modules/roadmaps/create-roadmap.ts'
import { SYSTEM } from '../../../src/events/actor.ts'
import { numberRecorded } from '../../../src/modules/events/current-head.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { putDelivery } from '../../support/fixtures/deliveries.ts'
import { putApp, putInstall } from '../../support/fixtures/grants.ts'
import type { Tenant } from '../../support/fixtures/scenario.ts'
import { probedRoutes, probesOf, resourceOf, type Ids } from '../../support/recording/probes.ts'
import { sendRaw } from '../../support/recording/send.ts'
import type { Area, World } from '../../support/recording/world.ts'

const RESOURCES = [...new Set(probedRoutes.map(([, path]) => resourceOf(path)))]

/** Refusals of every route, by resource: each request has one fault. */
export const refusals: Area[] = RESOURCES.map((resource) => ({
  name: `refusals-${resource.replaceAll('_', '-')}`,
  async play(world) {
    const own = await objectsOf(world, world.tenant, 'admin')
    const foreign = await objectsOf(world, world.stranger, 'stranger')
    const routes = probedRoutes.filter(([, path]) => resourceOf(path) === resource)
    // Deletions last, because a deletion by an unexpected caller may succeed.
    const deletes = ([method]: (typeof routes)[number]) => Number(method === 'DELETE')
    const probes = routes
      .toSorted((one, other) => deletes(one) - deletes(other))
      .flatMap((route) => probesOf(route, { own, foreign }))
      .toSorted((one, other) => Number(one.isLast ?? false) - Number(other.isLast ?? false))
    for (const { who, target, body, isLast: _isLast, ...extra } of probes)
      await world.send(who, target, body, extra)
  },
}))

/** Gives an organization one object of each kind. Returns their ids by parameter and field. */
async function objectsOf(world: World, tenant: Tenant, who: string): Promise<Ids['own']> {
  const { app } = world
  const make = (path: string, body: object) => quietly(world, who, `/api/v3/${path}`, body)
  const post = Number((await make('feature_requests', { title: 'A post' })).id)
  const { tag } = (await make('tags', { name: 'A tag' })) as { tag: { id: number } }
  const { comment } = (await make('comments', { feature_request_id: post, comment: 'A comment' })) as {
    comment: { id: number }
  }
  const customer = Number((await make('customers', { email: 'known@people.example' })).id)
  const { changelogs } = (await make('changelogs', { title: 'News' })) as { changelogs: { id: number }[] }
  const webhook = await make('webhooks', { url: 'https://hooks.example.com/in', events: ['post_created'] })
  // Deliveries of earlier events have their ids before it.
  for (const { organization } of [world.tenant, tenant])
    await numberRecorded(app.services.db, organization.id)
  const delivery = await putDelivery(app, tenant, Number(webhook.id), { state: 'failed' })
  const organizationId = tenant.organization.id
  const roadmap = await inTransaction(app.services.db, async (tx) => {
    const made = await createRoadmap(tx, organizationId, {
      title: 'Plan',
      ownerId: tenant.admin.id,
      actor: SYSTEM,
    })
    await addRoadmapPost(tx, organizationId, { roadmapId: made.id, postId: post, actor: SYSTEM })
    return made
  })
  const client = await putApp(app, tenant)
  const install = await putInstall(app, client, tenant, { scopes: ['posts:read'] })
  return {
    feature_requests: post,
    feature_request_id: post,
    child_id: post,
    child_feature_request_ids: [String(post)],
    comments: comment.id,
    parent_id: comment.id,
    customers: customer,
    roadmaps: roadmap.id,
    changelogs: changelogs[0]?.id ?? 0,
    original_id: changelogs[0]?.id ?? 0,
    tags: tag.id,
    teams: (tenant === world.tenant ? world.member : tenant.admin).id,
    webhooks: Number(webhook.id),
    delivery_id: delivery.id,
    client_id: client.clientId,
    redirect_uri: client.redirectUris[0] ?? '',
    redirect_uris: client.redirectUris,
    declared_scopes: ['posts:read'],
    target_organization_id: organizationId,
    installs: install.id,
    bucket_id: organizationId,
    state_id: organizationId,
  }
}

/** Sends a request that is not recorded. */
async function quietly({ app, people }: World, who: string, path: string, body: object) {
  const headers = { 'Content-Type': 'application/json', ...people[who] }
  const { status, text } = await sendRaw(app.url, {
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(body),
  })
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
