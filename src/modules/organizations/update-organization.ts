import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { AgentAccess, OrganizationVisibility, SignUp } from '../../db/generated/tables.ts'
import { countRevision } from '../../db/history/revisions.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { invalidParam } from '../../lib/errors.ts'
import type { Locale } from '../changelogs/locales.ts'
import { requestDocuments } from '../search/fill-documents.ts'
import { optionalColor, optionalText, optionalUrl, requiredText } from '../../lib/text/fields.ts'
import { optionalPicture } from '../uploads/optional-picture.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'
import { auditChanges } from '../audit/audit-changes.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { assertFreeHost, hostTaken, portalHostOf } from './portal-host.ts'
import { localeSettings } from './locale-settings.ts'
import { mailSenderSettings } from './mail-sender-settings.ts'
import { signUpSettings } from './sign-up-settings.ts'

/** Undefined and null fields are unchanged, except that null clears URLs and the settings of the sender of mails. */
type OrganizationChanges = {
  name?: string | null | undefined
  description?: string | null | undefined
  homePage?: string | null | undefined
  avatarUrl?: string | null | undefined
  portalUrl?: string | null | undefined
  colorPrimary?: string | null | undefined
  colorPrimaryLight?: string | null | undefined
  colorPrimaryDark?: string | null | undefined
  formDescription?: string | null | undefined
  submitButtonText?: string | null | undefined
  multilingualChangelog?: boolean | null | undefined
  visibility?: OrganizationVisibility | null | undefined
  anonymousVotes?: boolean | null | undefined
  anonymousPosts?: boolean | null | undefined
  ssoForTeam?: boolean | null | undefined
  agentAccess?: AgentAccess | null | undefined
  signUp?: SignUp | null | undefined
  signUpDomains?: readonly string[] | null | undefined
  mailSenderName?: string | null | undefined
  mailSenderAddress?: string | null | undefined
  mailReplyTo?: string | null | undefined
  mailFooter?: string | null | undefined
  timeZone?: string | null | undefined
  notifyPeopleOfImports?: boolean | null | undefined
  locales?: readonly Locale[] | null | undefined
  defaultLocale?: Locale | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

const MAX_TEXT = 5000

/**
 * Updates an organization's settings; its slug is unchanged. After a change of the default locale, a search finds
 * words in the new one as soon as the documents are stored. Translations in a removed locale remain. A change
 * without effect leaves the row untouched, including `updatedAt`; any other is recorded. `actorId` is the person
 * who makes it. Returns its row.
 * @throws AppError MISSING_PARAM for a blank name, INVALID_PARAM for an invalid color or URL, UNPROCESSABLE for
 * locales without the default one and for an invalid domain, CONFLICT if it changed after `ifUnchangedSince`
 */
export async function updateOrganization(
  tx: Transaction,
  organizationId: number,
  { ifUnchangedSince, ...changes }: OrganizationChanges,
  actorId: number | null = null,
) {
  const before = await lockSettings(tx, organizationId)
  assertUnchanged(before, ifUnchangedSince)
  const wanted = {
    ...settings(changes),
    ...addresses(changes),
    ...mailSenderSettings(changes),
    ...colors(changes),
    ...localeSettings(before, changes),
    ...signUpSettings(before, changes),
  }
  const changed = auditChanges(before, wanted)
  if (changed.length === 0) return before
  const host = await hostOf(tx, organizationId, wanted)
  const organization = await tx
    .updateTable('organizations')
    .set({ ...wanted, ...host, updatedAt: timeOfUpdate(before) })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? hostTaken() : error
    })
  await countRevision(tx, organizationId)
  await attachUploads(tx, organizationId, wanted.avatarUrl)
  if (organization.defaultLocale !== before.defaultLocale) await requestDocuments(tx, organizationId)
  await recordAuditEntry(tx, {
    organizationId,
    act: 'organization.updated',
    actorId,
    subject: auditSubject('Organization', organizationId),
    details: { changes: changed },
  })
  return organization
}

/** Returns the host that a changed portal address selects. @throws AppError INVALID_PARAM if it is taken */
async function hostOf(tx: Transaction, id: number, { portalUrl }: { portalUrl?: string | null }) {
  if (portalUrl === undefined) return {}
  const portalHost = portalHostOf(portalUrl)
  if (portalHost !== null) await assertFreeHost(tx, id, portalHost)
  return { portalHost }
}

/** Returns the row of an organization and locks it until the transaction ends. @throws Error if it does not exist */
export async function lockSettings(tx: Transaction, id: number) {
  const query = tx.selectFrom('organizations').selectAll().where('id', '=', id)
  const organization = await lockedRow(tx, 'organizations', query)
  if (!organization) throw new Error('The organization does not exist')
  return organization
}

function settings({
  name,
  description,
  formDescription,
  submitButtonText,
  multilingualChangelog,
  visibility,
  anonymousVotes,
  anonymousPosts,
  ssoForTeam,
  agentAccess,
}: OrganizationChanges) {
  const text = (field: string, value: string) => optionalText(field, value, MAX_TEXT) ?? ''
  return {
    ...(name != null && { name: requiredText('name', name) }),
    ...(description != null && { description: text('description', description) }),
    ...(formDescription != null && { formDescription: text('formDescription', formDescription) }),
    ...(submitButtonText != null && {
      submitButtonText: requiredText('submitButtonText', submitButtonText, 100),
    }),
    ...(multilingualChangelog != null && { multilingualChangelog }),
    ...(visibility != null && { visibility }),
    ...(anonymousVotes != null && { anonymousVotes }),
    ...(anonymousPosts != null && { anonymousPosts }),
    ...(ssoForTeam != null && { ssoForTeam }),
    ...(agentAccess != null && { agentAccess }),
  }
}

function addresses({ homePage, avatarUrl, portalUrl }: OrganizationChanges) {
  return {
    ...(homePage !== undefined && { homePage: optionalUrl('homePage', homePage) }),
    ...(avatarUrl !== undefined && { avatarUrl: optionalPicture('avatarUrl', avatarUrl) }),
    ...(portalUrl !== undefined && { portalUrl: toBase(optionalUrl('portalUrl', portalUrl)) }),
  }
}

/** Returns a base URL to which paths can be appended. */
function toBase(address: string | null): string | null {
  if (address === null) return null
  const { username, password, search, hash } = new URL(address)
  if (username || password || search || hash || /[?#]/.test(address))
    throw invalidParam('portalUrl', 'cannot have a query, a fragment or a password')
  return address.replace(/\/+$/, '')
}

function colors(changes: OrganizationChanges) {
  const chosen: Partial<Record<'colorPrimary' | 'colorPrimaryLight' | 'colorPrimaryDark', string>> = {}
  for (const field of ['colorPrimary', 'colorPrimaryLight', 'colorPrimaryDark'] as const) {
    const color = optionalColor(field, changes[field])
    if (color !== null) chosen[field] = color
  }
  return chosen
}
