import type { Area, World } from '../../support/recording/world.ts'
import { TEXTS } from './scenario.ts'

const PATH = '/oauth/apps'

const METADATA = {
  name: 'Roadmap Sync',
  redirect_uris: ['https://sync.example.com/oauth/callback', 'http://localhost:8080/cb'],
  allowed_actor_modes: ['app', 'self'],
  declared_scopes: ['posts:read', 'posts:write'],
}
const WEBHOOK = {
  declared_scopes: ['posts:read', 'webhooks:manage'],
  webhook_url: 'https://sync.example.com/hooks?a=1&b=2',
  subscribed_webhook_events: ['post_updated', 'post_created'],
}

/** Registration and administration of OAuth apps. */
export const oauthApps: Area = {
  name: 'oauth-apps',
  async play(world) {
    await world.send('session', `GET ${PATH}`)
    const ids = await register(world)
    await read(world, ids)
    await change(world, ids)
    await end(world, ids)
  },
}

async function register({ send }: World): Promise<string[]> {
  const made = [
    await send('session', `POST ${PATH}`, METADATA),
    await send('session', `POST ${PATH}`, { ...METADATA, ...WEBHOOK, name: 'Größe & <b>日本語</b> 🎉' }),
    await send('session', `POST ${PATH}`, {
      ...METADATA,
      redirect_uris: ['com.example.app:/callback'],
      allowed_actor_modes: 'self',
      declared_scopes: 'posts:read, comments:read',
      webhook_url: null,
      subscribed_webhook_events: [],
    }),
  ]
  for (const changes of [
    { name: '' },
    { name: TEXTS.unicode },
    { redirect_uris: ['http://sync.example.com/cb'] },
    { redirect_uris: ['https://sync.example.com/#fragment'] },
    { redirect_uris: [] },
    { redirect_uris: 'https://sync.example.com/cb' },
    { allowed_actor_modes: ['bot'] },
    { declared_scopes: ['posts:everything'] },
    { declared_scopes: [] },
    { ...WEBHOOK, webhook_url: 'http://sync.example.com' },
    { ...WEBHOOK, webhook_url: null },
    { ...WEBHOOK, declared_scopes: ['posts:read'] },
    { subscribed_webhook_events: ['nothing'] },
    { webhook_url: 'https://10.0.0.1/' },
  ])
    await send('session', `POST ${PATH}`, { ...METADATA, ...changes })
  for (const who of ['none', 'key', 'member', 'customer', 'token', 'bad token'])
    await send(who, `POST ${PATH}`, METADATA)
  return made.map(({ client_id }) => client_id as string)
}

async function read({ send }: World, ids: string[]): Promise<void> {
  for (const id of ids) await send('session', `GET ${PATH}/${id}`)
  for (const who of ['none', 'key', 'member', 'customer', 'token', 'stranger', 'admin']) {
    await send(who, `GET ${PATH}`)
    await send(who, `GET ${PATH}/${ids[0]}`)
    await send(who, `GET ${PATH}/${ids[0]}/installs`)
  }
  for (const page of ['per_page=2', 'per_page=2&page=2', 'per_page=2&page=9', 'page=1&page=2'])
    await send('session', `GET ${PATH}?${page}`)
  await send('session', `GET ${PATH}/unknown`)
}

async function change({ send }: World, [plain, hooked]: string[]): Promise<void> {
  await send('session', `PUT ${PATH}/${plain}`, { ...METADATA, name: 'Renamed' })
  await send('session', `PATCH ${PATH}/${plain}`, { allowed_actor_modes: ['app'] })
  await send('session', `PATCH ${PATH}/${plain}`, WEBHOOK)
  await send('session', `PATCH ${PATH}/${plain}`, { webhook_url: null })
  await send('session', `PATCH ${PATH}/${plain}`, {})
  await send('session', `PATCH ${PATH}/${plain}`, { name: null, redirect_uris: null })
  await send('session', `PATCH ${PATH}/${plain}?name=Queried`)
  await send('session', `PATCH ${PATH}/${hooked}`, { subscribed_webhook_events: [] })
  await send('session', `PATCH ${PATH}/${hooked}`, { redirect_uris: ['http://x.example/'] })
  for (const action of ['rotate_secret', 'rotate_webhook_secret']) {
    await send('session', `POST ${PATH}/${hooked}/${action}`)
    await send('session', `POST ${PATH}/${plain}/${action}`, {})
  }
  for (const action of ['suspend', 'suspend', 'rotate_secret', 'resume', 'resume'])
    await send('session', `POST ${PATH}/${hooked}/${action}`)
  for (const who of ['none', 'member', 'token', 'stranger']) {
    for (const action of ['rotate_secret', 'rotate_webhook_secret', 'suspend', 'resume'])
      await send(who, `POST ${PATH}/${plain}/${action}`)
    await send(who, `PUT ${PATH}/${plain}`, METADATA)
    await send(who, `PATCH ${PATH}/${plain}`, { name: 'No' })
    await send(who, `DELETE ${PATH}/${plain}`)
  }
}

async function end({ send }: World, [plain, hooked]: string[]): Promise<void> {
  await send('session', `DELETE ${PATH}/${plain}`)
  await send('session', `DELETE ${PATH}/${plain}`)
  for (const action of ['rotate_secret', 'rotate_webhook_secret', 'suspend', 'resume'])
    await send('session', `POST ${PATH}/${plain}/${action}`, undefined, { note: 'deleted' })
  await send('session', `GET ${PATH}/${plain}`, undefined, { note: 'deleted' })
  await send('session', `PATCH ${PATH}/${plain}`, { name: 'Deleted' })
  await send('session', `POST ${PATH}/${hooked}/suspend`, undefined, { note: 'before its deletion' })
  await send('session', `DELETE ${PATH}/${hooked}`)
  await send('session', `GET ${PATH}`, undefined, { note: 'after deletions' })
}
