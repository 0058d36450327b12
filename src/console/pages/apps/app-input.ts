import type { App } from './app-documents.ts'

/** Actor modes, in the order of the form. */
export const MODES = ['APP', 'SELF'] as const

/** Events that apps can subscribe to. */
export const SUBSCRIBABLE = [
  'POST_CREATED',
  'POST_UPDATED',
  'POST_COMPLETED',
  'CHANGELOG_CREATED',
  'CHANGELOG_UPDATED',
  'CHANGELOG_PUBLISHED',
] as const

/** Fields of the form of an app, as the operations take them. */
export type AppInput = Pick<
  App,
  'name' | 'redirectUris' | 'allowedActorModes' | 'declaredScopes' | 'webhookUrl' | 'subscribedWebhookEvents'
>

/** Reads the form of an app. Lines are redirect URIs, and an empty webhook URL removes the webhook. */
export function readAppForm(form: FormData): AppInput {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const chosen = (prefix: string) =>
    [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return {
    name: text('name'),
    redirectUris: text('redirectUris').split(/\s+/).filter(Boolean),
    allowedActorModes: chosen('mode.') as App['allowedActorModes'],
    declaredScopes: chosen('scope.') as App['declaredScopes'],
    webhookUrl: text('webhookUrl') || null,
    subscribedWebhookEvents: chosen('event.') as App['subscribedWebhookEvents'],
  }
}
