import { fingerprint } from './fingerprint.ts'
import type { Answer, TestApp } from './app.ts'
import type { Headers } from './scenario.ts'

export const APPS = '/oauth/apps'

/** A registration that nothing is wrong with. */
export const METADATA = {
  name: 'Roadmap Sync',
  redirect_uris: ['https://sync.example.com/oauth/callback'],
  allowed_actor_modes: ['app', 'self'],
  declared_scopes: ['posts:read', 'posts:write'],
}

/** What a registration needs besides to have a webhook. */
export const WEBHOOK = {
  declared_scopes: ['posts:read', 'webhooks:manage'],
  webhook_url: 'https://sync.example.com/hooks',
  subscribed_webhook_events: ['post_created', 'post_updated'],
}

/** What the tests of apps do over REST. */
export function appCalls(app: TestApp, headers: Headers) {
  const send = (method: string, path: string, body?: unknown, as = headers) =>
    app.call(method, APPS + path, { headers: as, body })
  return {
    send,
    /** Registers an app that nothing is wrong with, except for what is said. */
    register: (changes: object = {}) => send('POST', '', { ...METADATA, ...changes }),
    change: (clientId: string, body: unknown) => send('PATCH', `/${clientId}`, body),
    /** What an act answered, and whether any row of any table differs from before it. */
    async tried(act: () => Promise<Answer>): Promise<Answer & { wrote: boolean }> {
      const before = await fingerprint(app.database.kysely)
      const answer = await act()
      return { ...answer, wrote: before !== (await fingerprint(app.database.kysely)) }
    },
  }
}
