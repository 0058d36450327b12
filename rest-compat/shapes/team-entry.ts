import type { components } from '../../openapi/types.ts'
import { subjectMessage } from '../../src/lib/errors.ts'
import { restMessage } from '../../src/lib/http/error-body.ts'
import { normalizeEmail } from '../../src/lib/text/email.ts'
import { isBlank, isObject } from '../sent-value.ts'

type Documented = components['schemas']['ImportError']
type Role = components['schemas']['TeamRole']
type Entry = { email: string; name: string | null; role: Uppercase<Role> }

/** Roles by their REST name. */
const ROLES: Partial<Record<string, Uppercase<Role>>> = {
  admin: 'ADMIN',
  member: 'MEMBER',
  csm: 'CSM',
  collaborator: 'COLLABORATOR',
} satisfies Record<Role, Uppercase<Role>>

/** An entry that GraphQL can read, with its index in the request. */
type ReadEntry = { index: number; entry: Entry }

/**
 * Reads the entries of an import of team members. GraphQL reads only entries of the right types, so the others
 * are reported here.
 */
export function readTeamEntries(sent: readonly unknown[]): { read: ReadEntry[]; refused: Documented[] } {
  const read: ReadEntry[] = []
  const refused: Documented[] = []
  sent.forEach((value, index) => {
    const problems = problemsOf(value)
    if (Object.keys(problems).length > 0) refused.push(presentProblems(index, value, problems))
    else read.push({ index, entry: toEntry(value as { email: string; name?: string | null; role: Role }) })
  })
  return { read, refused }
}

/** A failure as GraphQL returns it. `index` is that in the list which GraphQL has read. */
type Failure = {
  index: number
  problems: readonly { field: readonly string[] | null; problem: string | null }[]
}

/** Returns the documented JSON of all entries that were not stored, in the order of the request. */
export function presentTeamFailures(sent: readonly unknown[], failures: readonly Failure[]): Documented[] {
  const { read, refused } = readTeamEntries(sent)
  const reported = failures.flatMap(({ index: position, problems }) => {
    const index = read[position]?.index
    if (index === undefined) return []
    const named = problems.map(({ field, problem }) => [field?.at(-1) ?? 'email', problem ?? 'is invalid'])
    return [presentProblems(index, sent[index], Object.fromEntries(named) as Record<string, string>)]
  })
  return [...refused, ...reported].sort((one, other) => one.index - other.index)
}

/** Returns the first problem of each field whose type is wrong. */
function problemsOf(sent: unknown): Record<string, string> {
  if (!isObject(sent)) return { entry: 'must be an object' }
  const { email, name, role } = sent
  const problems: Record<string, string | null> = {
    email: emailProblem(email),
    name: name == null || typeof name === 'string' ? null : 'must be a string',
    role: roleProblem(role),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null)) as Record<
    string,
    string
  >
}

function emailProblem(email: unknown): string | null {
  if (isBlank(email)) return "can't be blank"
  if (typeof email !== 'string') return 'must be a string'
  return normalizeEmail(email) ? null : 'is invalid'
}

function roleProblem(role: unknown): string | null {
  if (isBlank(role)) return "can't be blank"
  if (typeof role !== 'string') return 'must be a string'
  return Object.hasOwn(ROLES, role) ? null : 'is not included in the list'
}

const toEntry = ({ email, name, role }: { email: string; name?: string | null; role: Role }): Entry => ({
  email,
  name: name ?? null,
  role: ROLES[role] ?? 'COLLABORATOR',
})

function presentProblems(index: number, sent: unknown, problems: Record<string, string>): Documented {
  const [[field, predicate] = ['email', 'is invalid']] = Object.entries(problems)
  return {
    index,
    email: isObject(sent) && typeof sent.email === 'string' ? sent.email : null,
    message: isObject(sent)
      ? restMessage(subjectMessage({ field, predicate }))
      : '"team" contains an entry that is not an object.',
    errors: Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, [problem]])),
  }
}
