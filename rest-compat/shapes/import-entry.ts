import type { components } from '../../openapi/types.ts'
import { subjectMessage } from '../../src/lib/errors.ts'
import { restMessage } from '../../src/lib/http/error-body.ts'
import { normalizeEmail } from '../../src/lib/text/email.ts'
import { splitList } from '../../src/lib/text/list-text.ts'
import { readBoolean } from '../../src/lib/text/read-boolean.ts'
import { isObject } from '../sent-value.ts'

type Documented = components['schemas']['ImportError']
type Read<Value> = { value: Value } | { problem: string }

/** Names of each field in an entry, the documented one first. The first name that is present applies. */
const NAMES = {
  email: ['email'],
  name: ['name'],
  avatarUrl: ['profile_picture_url', 'profile_picture', 'avatarUrl'],
  labels: ['labels'],
  starred: ['starred'],
  blocked: ['blocked'],
  customFields: ['custom_fields', 'customFields'],
} as const

type Field = keyof typeof NAMES
const FIELDS = Object.keys(NAMES) as Field[]

/** Readers of the values of fields, which check only the type. GraphQL checks everything else. */
const READERS = {
  email: toText,
  name: toText,
  avatarUrl: toText,
  labels: toLabels,
  starred: toBoolean,
  blocked: toBoolean,
  customFields: toObject,
} satisfies Record<Field, (value: unknown) => Read<unknown>>

type Values = {
  -readonly [F in Field]?: Extract<ReturnType<(typeof READERS)[F]>, { value: unknown }>['value'] | null
}
type ImportEntry = { entry: Values; problems: Partial<Record<Field, string>> }

/**
 * Converts an entry of an import to its GraphQL input. `problems` has the fields of the wrong type. Such an
 * entry is sent without them and without an e-mail: GraphQL does not store it, and reports the problems of the
 * other fields. Another value than an object becomes an empty entry.
 */
export function readImportEntry(sent: unknown): ImportEntry {
  const entry: Record<string, unknown> = {}
  const problems: ImportEntry['problems'] = {}
  if (!isObject(sent)) return { entry, problems }
  for (const field of FIELDS) {
    const value = sent[sentName(field, sent)]
    if (value === undefined) continue
    const read: Read<unknown> = value === null ? { value } : READERS[field](value)
    if ('problem' in read) problems[field] = read.problem
    else entry[field] = read.value
  }
  if (Object.keys(problems).length > 0) {
    const problem = problems.email ?? emailProblem(entry.email)
    if (problem !== undefined) problems.email = problem
    delete entry.email
  }
  return { entry, problems }
}

/** A failure as GraphQL returns it. */
type Failure = {
  index: number
  email: string | null
  problems: readonly { field: readonly string[] | null; problem: string | null }[]
}

/** Converts the failure of an entry to its documented JSON. */
export function presentFailure({ index, problems }: Failure, sent: unknown): Documented {
  if (!isObject(sent))
    return {
      index,
      email: null,
      message: '"customers" contains an entry that is not an object.',
      errors: { entry: ['must be an object'] },
    }
  const own = readImportEntry(sent).problems
  const hasOwn = Object.keys(own).length > 0
  const found = FIELDS.flatMap((field) => {
    const reported = problems.find((problem) => problem.field?.at(-1) === field)?.problem
    const problem = own[field] ?? (hasOwn && field === 'email' ? undefined : reported)
    return problem == null ? [] : [{ field, problem }]
  })
  const [first] = found
  const subject = {
    field: first ? sentName(first.field, sent) : 'email',
    predicate: first?.problem ?? 'is invalid',
  }
  return {
    index,
    email: typeof sent.email === 'string' ? sent.email : null,
    message: restMessage(subjectMessage(subject)),
    errors: Object.fromEntries(found.map(({ field, problem }) => [NAMES[field][0], [problem]])),
  }
}

const sentName = (field: Field, sent: Record<string, unknown>): string =>
  NAMES[field].find((name) => sent[name] !== undefined) ?? NAMES[field][0]

function emailProblem(email: unknown): string | undefined {
  if (typeof email !== 'string' || !email.trim()) return "can't be blank"
  return normalizeEmail(email) ? undefined : 'is invalid'
}

function toText(value: unknown): Read<string> {
  return typeof value === 'string' ? { value } : { problem: 'must be a string' }
}

function toBoolean(value: unknown): Read<boolean | null> {
  if (value === '') return { value: null }
  const read = readBoolean(value)
  return read === undefined ? { problem: 'must be true or false' } : { value: read }
}

/** Reads a list of labels, or one text of labels with commas between them. */
function toLabels(value: unknown): Read<string[]> {
  const items: unknown[] = typeof value === 'string' ? splitList(value) : [value].flat()
  return items.every((item) => typeof item === 'string')
    ? { value: items }
    : { problem: 'must be a list of strings' }
}

function toObject(value: unknown): Read<Record<string, unknown>> {
  return isObject(value) ? { value } : { problem: 'must be an object' }
}
