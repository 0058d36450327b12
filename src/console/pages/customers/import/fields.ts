import type { VariablesOf } from 'gql.tada'
import { joinLabels, splitLabels } from '../label-text.ts'
import { shownValue } from '../own-values.ts'
import type { IMPORT_CUSTOMERS } from './import-document.ts'

/** Meaning of a column of the file: a field of a customer, a field of the organization's own, or nothing. */
export const TARGETS = [
  'email',
  'name',
  'avatarUrl',
  'labels',
  'starred',
  'blocked',
  'own',
  'ignore',
] as const
export type Target = (typeof TARGETS)[number]
type Entry = VariablesOf<typeof IMPORT_CUSTOMERS>['entries'][number]

/** Headings of each field, in lower case and without signs. */
const HEADINGS: Record<string, Target> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  name: 'name',
  fullname: 'name',
  displayname: 'name',
  avatar: 'avatarUrl',
  avatarurl: 'avatarUrl',
  picture: 'avatarUrl',
  labels: 'labels',
  label: 'labels',
  tags: 'labels',
  starred: 'starred',
  blocked: 'blocked',
}
/** Heading of the reasons in a file of refused rows. The column is not imported again. */
export const REASON = 'Reason'
const YES = new Set(['true', 'yes', 'y', '1', 'x'])
const NO = new Set(['false', 'no', 'n', '0'])

/** Guesses what each column is by its heading. Each field of a customer is one column. */
export function guessTargets(headings: readonly string[]): Target[] {
  const taken = new Set<Target>()
  return headings.map((heading) => {
    if (heading.trim() === REASON || heading.trim() === '') return 'ignore'
    const target = HEADINGS[heading.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? 'own'
    if (target === 'own') return target
    if (taken.has(target)) return 'ignore'
    taken.add(target)
    return target
  })
}

/**
 * Converts a row to an entry of the import. An empty cell leaves its field as it is. A cell that is neither yes
 * nor no is a reason to refuse the row.
 */
export function entryOf(
  row: readonly string[],
  headings: readonly string[],
  targets: readonly Target[],
): { entry: Entry; unclear: { heading: string; text: string } | null } {
  const entry: Record<string, unknown> = {}
  const own: Record<string, string> = {}
  let unclear: { heading: string; text: string } | null = null
  targets.forEach((target, index) => {
    const text = row[index]?.trim() ?? ''
    const heading = headings[index]?.trim() ?? ''
    if (target === 'ignore' || text === '') return
    if (target === 'own') own[heading] = text
    else if (target === 'labels') entry.labels = splitLabels(text, ',;|')
    else if (target === 'starred' || target === 'blocked') {
      const word = text.toLowerCase()
      if (YES.has(word) || NO.has(word)) entry[target] = YES.has(word)
      else unclear = { heading, text }
    } else entry[target] = text
  })
  if (Object.keys(own).length > 0) entry.customFields = own
  return { entry, unclear }
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Whether a text has the form of an e-mail address. The server refuses some that have it. */
export const looksLikeEmail = (text: unknown): boolean => typeof text === 'string' && EMAIL.test(text)

/** A field of an entry as text, to look at before the import. */
export function shownField(entry: Entry, target: Target, heading: string): string {
  if (target === 'ignore') return ''
  const value = target === 'own' ? entry.customFields?.[heading] : entry[target]
  if (Array.isArray(value)) return joinLabels(value)
  return value === undefined || value === null ? '' : shownValue(value)
}
