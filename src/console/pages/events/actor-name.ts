import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import type { LogEvent } from './event-log-documents.ts'

const t = messagesOf(texts)

/** Name of the party that caused an event, as far as the reader may know it. */
export function actorName({ kind, user, install, apiKey }: NonNullable<LogEvent['actor']>): string {
  if (apiKey) return t('key', { name: apiKey.name, lastFour: apiKey.lastFour })
  if (install && user) return t('app.for', { name: install.app.name, person: user.name })
  if (install) return t('app', { name: install.app.name })
  return user?.name ?? t(`by.${kind}`)
}
