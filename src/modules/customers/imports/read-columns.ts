import { unprocessable } from '../../../lib/errors.ts'
import { isLongerThan } from '../../../lib/text/characters.ts'
import { stringProblem } from '../../../lib/text/valid-text.ts'
import type { CustomerFields } from '../customer-fields.ts'

/** Field that a column of the file contains: a field of customers, or one custom field by its name. */
export type Column = { field: 'email' | keyof CustomerFields } | { custom: string } | null

/** Headings of each field, the documented one first. The first heading that a file has applies. */
const HEADINGS = {
  email: ['email', 'emailaddress', 'mail', 'useremail', 'customeremail'],
  name: ['name', 'fullname', 'displayname', 'username', 'customername'],
  avatarUrl: ['profilepictureurl', 'profilepicture', 'avatarurl', 'avatar', 'pictureurl', 'picture'],
  labels: ['labels', 'label', 'tags'],
  starred: ['starred'],
  blocked: ['blocked'],
  customFields: ['customfields'],
} as const satisfies Record<'email' | keyof CustomerFields, readonly string[]>

/** Heading of one custom field, such as `custom_fields.plan` or `custom_fields[plan]`. */
const CUSTOM = /^custom[\s_-]*fields?\s*(?:[.:]\s*(?<dotted>.+)|\[\s*(?<bracketed>.+?)\s*\])$/is

const MAX_HEADING = 100

/**
 * Returns the field of each column by its heading, and the headings that name none. Headings are compared by
 * their letters and digits only, ignoring case and accents. Names of custom fields keep theirs.
 * @throws AppError UNPROCESSABLE for a file without the column `email`, for two columns of one field, and for a
 * heading that cannot be stored or is too long
 */
export function readColumns(headings: readonly string[]): { columns: Column[]; ignored: string[] } {
  for (const heading of headings) assertHeading(heading)
  const plain = headings.map(lettersOf)
  const columns: Column[] = headings.map(customOf)
  for (const [field, names] of Object.entries(HEADINGS) as [keyof typeof HEADINGS, readonly string[]][]) {
    const name = names.find((candidate) => plain.includes(candidate))
    if (name !== undefined) columns[plain.indexOf(name)] = { field }
    if (name !== undefined && plain.indexOf(name) !== plain.lastIndexOf(name))
      throw unprocessable('csv', `contains more than one column "${headings[plain.indexOf(name)] ?? name}"`)
  }
  if (!columns.some((column) => column && 'field' in column && column.field === 'email'))
    throw unprocessable('csv', 'must contain a column "email" in its first row')
  assertDistinct(columns)
  return { columns, ignored: headings.filter((heading, index) => heading && !columns[index]) }
}

function assertHeading(heading: string): void {
  const problem = stringProblem(heading)
  if (problem) throw unprocessable('csv', `contains a heading that ${problem}`)
  if (isLongerThan(heading, MAX_HEADING))
    throw unprocessable('csv', `contains a heading of more than ${MAX_HEADING} characters`)
}

function assertDistinct(columns: readonly Column[]): void {
  const names = columns.flatMap((column) => (column && 'custom' in column ? [column.custom] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw unprocessable('csv', `contains more than one column of the custom field "${twice}"`)
}

const lettersOf = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

function customOf(heading: string): Column {
  const { dotted, bracketed } = CUSTOM.exec(heading)?.groups ?? {}
  const custom = dotted ?? bracketed
  return custom === undefined ? null : { custom }
}
