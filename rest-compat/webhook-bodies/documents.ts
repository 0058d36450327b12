import type { EventType, Subject } from '../../src/events/catalogue.ts'
import { EVENT_CHANGELOG } from './changelog.ts'
import { EVENT_POST } from './post.ts'
import { EVENT_WEBHOOK } from './webhook.ts'

const EVENT = `__typename id type name createdAt organization { id slug } before after`

const SUBJECTS: Record<Subject, { selection: string; fragments: string }> = {
  post: { selection: '... on PostEvent { post { ...eventPost } }', fragments: EVENT_POST },
  changelog: {
    selection: '... on ChangelogEvent { changelog { ...eventChangelog } }',
    fragments: EVENT_CHANGELOG,
  },
  webhook: { selection: '... on WebhookEvent { webhook { ...eventWebhook } }', fragments: EVENT_WEBHOOK },
}

/**
 * Returns the built-in subscription of an event type. A webhook without its own document receives the result
 * of this subscription, converted by `presentEvent` (contract 6).
 */
export function eventDocument(type: EventType, subject: Subject): string {
  const { selection, fragments } = SUBJECTS[subject]
  return `subscription { events(types: [${type}]) { ${EVENT} ${selection} } } ${fragments}`
}
