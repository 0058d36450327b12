import type { TestApp } from './app.ts'
import type { Tenant } from './scenario.ts'

export type MadeWebhook = { id: number; secret: string }

/** Makes a webhook of the organization's own, for all six events unless told otherwise. */
export async function createWebhook(
  app: TestApp,
  tenant: Tenant,
  fields: { url: string; events?: string[]; document?: string; name?: string },
): Promise<MadeWebhook> {
  const { status, body, text } = await app.call('POST', '/api/v3/webhooks', {
    headers: tenant.keyAndAdmin,
    body: { events: ALL, ...fields },
  })
  if (status !== 201) throw new Error(`no webhook: ${text}`)
  return { id: body.id as number, secret: body.secret as string }
}

/** Replaces the signing secret of a webhook at any server; returns the code of the error. */
export async function replaceSigningSecret(
  url: string,
  headers: Record<string, string>,
  id: number,
): Promise<string | undefined> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: `mutation { rotateWebhookSigningSecret(id: ${id}) { webhook { id } } }` }),
  })
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] }
  return errors?.[0]?.extensions.code
}

/** Submits a post with the API key; returns its id. */
export async function createPost(app: TestApp, tenant: Tenant, title = 'A wish'): Promise<number> {
  const { status, body, text } = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title },
  })
  if (status !== 201) throw new Error(`no post: ${text}`)
  return body.id as number
}

export type MadeDelivery = {
  id: number
  event_id: string
  state: string
  attempts: { outcome: string; error: string | null }[]
}

/** The ledger of a webhook, the latest first. */
export async function deliveriesOf(app: TestApp, tenant: Tenant, webhookId: number): Promise<MadeDelivery[]> {
  const { body } = await app.call('GET', `/api/v3/webhooks/${webhookId}/deliveries`, {
    headers: tenant.keyAndAdmin,
  })
  return body.deliveries as MadeDelivery[]
}

const ALL = [
  'post_created',
  'post_updated',
  'post_completed',
  'changelog_created',
  'changelog_updated',
  'changelog_published',
]
