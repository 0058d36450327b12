import { putApp, putInstall } from '../../support/fixtures/grants.ts'
import type { Area } from '../../support/recording/world.ts'

const PATH = '/oauth/installs'

/** Installs of apps, as seen by the organization and by the app's owner. */
export const installs: Area = {
  name: 'installs',
  async play(world) {
    const { send, app, tenant, stranger } = world
    const { clientId } = await putApp(app, tenant, {})
    const own = await putApp(app, tenant, { webhookUrl: null, subscribedWebhookEvents: [] })
    await putInstall(app, own, stranger)
    await putInstall(app, own, tenant, { actor: 'self', scopes: ['posts:read'], webhookEvents: [] })
    for (const who of ['session', 'admin', 'member', 'customer', 'none', 'token', 'stranger'])
      await send(who, `GET ${PATH}`)
    for (const page of ['per_page=2', 'per_page=2&page=2', 'per_page=2&page=9', 'page=0', 'per_page=101'])
      await send('session', `GET ${PATH}?${page}`)
    for (const id of [clientId, own.clientId]) await send('session', `GET /oauth/apps/${id}/installs`)
    for (const page of ['per_page=1', 'per_page=1&page=2', 'per_page=1&page=9', 'per_page=0'])
      await send('session', `GET /oauth/apps/${own.clientId}/installs?${page}`)
    await send('session', `PATCH ${PATH}/1`, { scopes: ['posts:read', 'posts:write', 'webhooks:manage'] })
    await send('session', `PATCH ${PATH}/1`, { webhook_events: ['post_created'] })
    await send('session', `PATCH ${PATH}/1`, { granted_webhook_events: ['post_updated', 'post_created'] })
    await send('session', `PATCH ${PATH}/1`, { scopes: 'posts:read', webhook_events: [] })
    await send('session', `PATCH ${PATH}/1`, {})
    await send('session', `PATCH ${PATH}/1`, { scopes: null, webhook_events: null })
    await send('session', `PATCH ${PATH}/1`, { scopes: ['tags:write'] })
    await send('session', `PATCH ${PATH}/1`, { scopes: ['unknown'] })
    await send('session', `PATCH ${PATH}/1`, { scopes: [] })
    await send('session', `PATCH ${PATH}/1`, { webhook_events: ['unknown'] })
    for (const who of ['member', 'customer', 'none', 'token', 'stranger', 'key']) {
      await send(who, `PATCH ${PATH}/2`, { scopes: ['posts:read'] })
      await send(who, `DELETE ${PATH}/2`)
    }
    await send('session', `DELETE ${PATH}/1`)
    await send('session', `DELETE ${PATH}/1`)
    await send('session', `PATCH ${PATH}/1`, { scopes: ['posts:read'] })
    await send('token', 'GET /api/v3/session_info', undefined, { note: 'its install revoked' })
    await send('session', `POST /oauth/apps/${own.clientId}/suspend`)
    await send('session', `GET /oauth/apps/${own.clientId}/installs`, undefined, { note: 'suspended' })
    await send('session', `GET ${PATH}`, undefined, { note: 'after revocations' })
  },
}
