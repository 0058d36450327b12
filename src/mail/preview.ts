import type { GraphQLSchema } from 'graphql'
import type { NotificationKind } from '../db/generated/tables.ts'
import type { MailPreviewInput, Services } from '../graphql/context.ts'
import { createStoredRunner } from '../graphql/execution/run-stored.ts'
import { isNews } from './kinds/kinds.ts'
import { exampleNews } from './news/example-news.ts'
import { newsContent, newsSections } from './news/news-content.ts'
import { postNewsReader } from './news/post-news.ts'
import { readReader } from './news/read-news.ts'
import { renderContent, renderMail, type RenderedMail } from './render-mail.ts'
import { readSenders } from './senders.ts'
import { mailWords } from './words.ts'

/**
 * Returns a mail as it would be sent to a person now, with example values or with a post or entry of the changelog.
 * Kinds for the team are read as the actor, the others as a person outside the team. Its links end nothing. Null if
 * the organization has nothing of the kind.
 */
export async function previewMail(
  schema: GraphQLSchema,
  services: Services,
  { organizationId, actorId, kind, notification, subjectId, locale }: MailPreviewInput,
): Promise<RenderedMail | null> {
  const { db, site } = services
  const { host } = new URL(site.publicUrl)
  const sender = (await readSenders(db, [organizationId], { settings: null, host })).get(organizationId)
  const person = await readReader(db, organizationId, actorId)
  if (!sender || !person) return null
  if (!isNews(kind)) return renderMail({ kind, locale }, EXAMPLE_VALUES, sender)
  const isOfTeam = kind === 'team_digest' || TEAM_KINDS.includes(notification)
  const reader = { ...person, role: isOfTeam || notification === 'changelog_published' ? person.role : null }
  const kinds = kind === 'digest' ? DIGEST : [notification]
  const examples = await Promise.all(
    kinds.map((each) => exampleNews(db, organizationId, { kind: each, subjectId, readerId: actorId })),
  )
  const news = examples.filter((one) => one !== null)
  const run = createStoredRunner(schema, services)
  const tools = { db, site, run, readPost: postNewsReader(run) }
  const { name } = sender
  const words = mailWords(locale)
  const sections = await newsSections(tools, reader, { kind, news, words, name, isPreview: true })
  if (sections.length === 0) return null
  const links = { stop: kind === 'digest' ? null : NO_LINK, preferences: NO_LINK }
  const isOfPost = kind === 'notification' && news[0]?.subject === 'post' && !isOfTeam
  return renderContent(newsContent(sections, { words, name, links, isOfPost }), locale, sender)
}

/** Leads nowhere, because a preview has no recipient whose mails could end. */
const NO_LINK = '#'
const EXAMPLE_VALUES = { code: '123456', link: NO_LINK, role: 'member', invitedBy: 'Nora' }
const TEAM_KINDS: readonly NotificationKind[] = [
  'team_moderation',
  'team_post',
  'team_digest',
  'webhook_disabled',
]
/** Kinds that the example of a digest has. */
const DIGEST: readonly NotificationKind[] = ['post_status_changed', 'changelog_published']
