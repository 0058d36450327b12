import { assertUnchanged } from '../../db/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { invalidParam } from '../../lib/errors.ts'
import type { Locale } from '../changelogs/locales.ts'
import { requestDocuments } from '../search/fill-documents.ts'
import { optionalColor, optionalText, optionalUrl, requiredText } from '../../lib/fields.ts'

/** Undefined and null fields are unchanged, except that null clears the three URLs. */
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
  /** Language by which the words of posts are searched. */
  language?: Locale | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

const MAX_TEXT = 5000

/**
 * Updates an organization's settings; its slug is unchanged. After a change of the language, a search finds
 * words in the new one as soon as the documents are stored. Returns its row.
 * @throws AppError MISSING_PARAM for a blank name, INVALID_PARAM for an invalid color or URL, CONFLICT if it
 * changed after `ifUnchangedSince`
 */
export async function updateOrganization(
  tx: Transaction,
  organizationId: number,
  { ifUnchangedSince, language, ...changes }: OrganizationChanges,
) {
  if (ifUnchangedSince) assertUnchanged(await lockOrganization(tx, organizationId), ifUnchangedSince)
  if (language != null) await requestDocuments(tx, organizationId)
  return tx
    .updateTable('organizations')
    .set({
      ...settings(changes),
      ...addresses(changes),
      ...colors(changes),
      ...(language != null && { language }),
      updatedAt: now(),
    })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const lockOrganization = (tx: Transaction, id: number) =>
  tx
    .selectFrom('organizations')
    .select('updatedAt')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

function settings({
  name,
  description,
  formDescription,
  submitButtonText,
  multilingualChangelog,
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
  }
}

function addresses({ homePage, avatarUrl, portalUrl }: OrganizationChanges) {
  return {
    ...(homePage !== undefined && { homePage: optionalUrl('homePage', homePage) }),
    ...(avatarUrl !== undefined && { avatarUrl: optionalUrl('avatarUrl', avatarUrl) }),
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
