import { expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { publishDueChangelogs } from '../../src/modules/changelogs/publish-due-changelogs.ts'
import { disableWebhook } from '../../src/modules/webhooks/disable-webhook.ts'
import { run } from '../support/clients/operations.ts'
import { MERGE, UNMERGE } from '../support/fixtures/merging.ts'
import { postId, submit } from '../support/fixtures/people.ts'
import { appCalls } from '../support/fixtures/registration.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const asAdmin = (text: string, variables: Record<string, unknown> = {}) =>
  run(app, tenant.keyAndAdmin, text, variables)
const db = () => app.services.db

/** Row that an update without a condition changes, and the update. */
type Change = { table: string; id: number; column?: string; update: () => Promise<unknown> }

const bucket = async (name: string) => {
  const data = await asAdmin(
    `mutation { createBucket(input: { name: "${name}" }) { bucket { id databaseId } } }`,
  )
  return data.createBucket.bucket as { id: string; databaseId: number }
}

async function merged(): Promise<{ parent: string; child: string; merge: () => Promise<unknown> }> {
  const [parent, child] = [await submit(app, tenant.key, 'Parent'), await submit(app, tenant.key, 'Child')]
  const merge = () => asAdmin(MERGE, { id: postId(parent), postIds: [postId(child)] })
  return { parent, child, merge }
}

const importCustomer = (email: string, name: string) =>
  asAdmin(
    `mutation { importCustomers(input: { entries: [{ email: "${email}", name: "${name}" }] }) { clientMutationId } }`,
  )

/** Imports a customer. Returns the id of the row. */
async function customer(email: string): Promise<number> {
  await importCustomer(email, 'Ada')
  const row = await db().selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return row.id
}

async function registered(): Promise<{ id: number; clientId: string }> {
  const { body } = await appCalls(app, tenant.admin.session).register()
  const clientId = body.client_id as string
  const row = db().selectFrom('oauthApps').select('id').where('clientId', '=', clientId)
  return { id: (await row.executeTakeFirstOrThrow()).id, clientId }
}

const webhook = () => createWebhook(app, tenant, { url: 'https://hooks.example.com/a' })
const disable = (id: number) =>
  inTransaction(db(), (tx) =>
    disableWebhook(tx, tenant.organization.id, {
      ...{ id, reason: 'test', actorId: null, actor: { kind: 'system' } },
    }),
  )

const CHANGES: Record<string, () => Promise<Change>> = {
  async 'the move of another bucket'() {
    const [one, other] = [await bucket('One'), await bucket('Other')]
    const update = () =>
      asAdmin(
        `mutation { moveBucket(input: { id: "${other.id}", position: { beforeId: "${one.id}" } }) { bucket { id } } }`,
      )
    return { table: 'buckets', id: one.databaseId, update }
  },
  async 'the deletion of its bucket'() {
    const [from, to] = [await bucket('From'), await bucket('To')]
    const id = await submit(app, tenant.key, 'Moved')
    await asAdmin(
      `mutation { updatePost(input: { id: "${postId(id)}", bucketId: "${from.id}" }) { post { id } } }`,
    )
    const update = () =>
      asAdmin(
        `mutation { deleteBucket(input: { id: "${from.id}", movePostsToId: "${to.id}" }) { clientMutationId } }`,
      )
    return { table: 'posts', id: Number(id), update }
  },
  async 'its merge'() {
    const { child, merge } = await merged()
    return { table: 'posts', id: Number(child), update: merge }
  },
  async 'the end of its merge'() {
    const { child, merge } = await merged()
    await merge()
    return { table: 'posts', id: Number(child), update: () => asAdmin(UNMERGE, { id: postId(child) }) }
  },
  async 'an import of customers'() {
    const email = 'imported@people.example'
    return { table: 'users', id: await customer(email), update: () => importCustomer(email, 'Grace') }
  },
  async 'an SSO token with another name'() {
    const email = 'signed@people.example'
    const update = async () =>
      run(app, await tenant.sso({ email, name: 'Grace' }), '{ posts(first: 1) { nodes { id } } }')
    return { table: 'users', id: await customer(email), update }
  },
  async 'the removal from the team'() {
    const { id } = await tenant.member('collaborator')
    const update = () =>
      asAdmin(`mutation { removeTeamMember(input: { id: "mbr_${id}" }) { clientMutationId } }`)
    return { table: 'users', id, column: 'role_changed_at', update }
  },
  async 'the end of its webhook'() {
    const { id } = await webhook()
    return { table: 'webhooks', id, update: () => disable(id) }
  },
  async 'another secret of a webhook'() {
    const { id } = await webhook()
    const update = () => asAdmin(`mutation { rotateWebhookSecret(input: { id: "whk_${id}" }) { secret } }`)
    return { table: 'webhooks', id, update }
  },
  async 'another key of the organization'() {
    const update = () => asAdmin('mutation { rotateSsoKey(input: {}) { ssoKey } }')
    return { table: 'organizations', id: tenant.organization.id, update }
  },
  async 'another secret of an app'() {
    const { id, clientId } = await registered()
    const update = () =>
      asAdmin(
        `mutation { rotateOAuthAppClientSecret(input: { app: { clientId: "${clientId}" } }) { clientSecret } }`,
      )
    return { table: 'oauth_apps', id, update }
  },
  async 'the suspension of an app'() {
    const { id, clientId } = await registered()
    const update = () =>
      asAdmin(
        `mutation { suspendOAuthApp(input: { app: { clientId: "${clientId}" } }) { clientMutationId } }`,
      )
    return { table: 'oauth_apps', id, update }
  },
  async 'the publication of a scheduled entry'() {
    const data = await asAdmin(
      'mutation { createChangelog(input: { title: "Due", description: "x" }) { changelog { databaseId } } }',
    )
    const id = data.createChangelog.changelog.databaseId as number
    const due = new Date(Date.now() - 1000)
    await db().updateTable('changelogs').set({ scheduledAt: due }).where('id', '=', id).execute()
    return { table: 'changelogs', id, update: () => inTransaction(db(), (tx) => publishDueChangelogs(tx)) }
  },
}

test.each(Object.entries(CHANGES))(
  '%s is later than an update since which the clock was set back',
  async (_, prepare) => {
    const { table, id, column = 'updated_at', update } = await prepare()
    const time = async (expression: string) => {
      const { rows } = await app.database.pool.query<{ at: Date }>(
        `update ${table} set ${column} = ${expression} where id = $1 returning ${column} as at`,
        [id],
      )
      return rows[0]?.at.getTime() ?? Number.NaN
    }
    const before = await time(`now() + interval '1 hour'`)
    await update()
    expect(await time(column)).toBeGreaterThan(before)
  },
)
