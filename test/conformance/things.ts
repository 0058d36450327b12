import { randomBytes } from 'node:crypto'
import { assertSame, assertThat, formatValue } from './check.ts'
import type { Body } from './client.ts'
import { rowsOf, type CallOptions, type Target } from './target.ts'

/** Everything that a run makes. Every name contains the mark, so that a lost answer leaves nothing unknown. */
export type Things = {
  /** Text that is part of the name, title or address of each thing of the run. */
  mark: string
  /** A name for a thing. */
  name: (text: string) => string
  /** An e-mail address for a person. */
  email: (name: string) => string
  /** Notes a path whose DELETE removes a thing. */
  keep: (path: string) => void
  /** Forgets a path, whose thing is removed. */
  forget: (path: string) => void
  /** Paths of the things that are not removed yet, the oldest first. */
  paths: () => readonly string[]
}

/** Lists whose rows have a `DELETE <list>/<id>`. Those that depend on others are removed before them. */
const LISTS = [
  '/api/v3/webhooks',
  '/api/v3/changelogs',
  '/api/v3/roadmaps',
  '/api/v3/comments',
  '/api/v3/feature_requests',
  '/api/v3/customers',
  '/api/v3/tags',
  '/oauth/apps',
]

/** Creates an empty collection with a new mark. */
export function createThings(): Things {
  const mark = `conformance-${randomBytes(5).toString('hex')}`
  const paths: string[] = []
  return {
    mark,
    name: (text) => `${text} (${mark})`,
    email: (name) => `${name}.${mark}@example.com`,
    keep: (path) => void paths.push(path),
    forget: (path) => void (paths.includes(path) && paths.splice(paths.indexOf(path), 1)),
    paths: () => paths,
  }
}

/**
 * Makes a thing and returns its representation. It is removed at the end.
 * @throws Difference unless the answer is 201
 */
export async function make(
  target: Target,
  path: string,
  body: object,
  options: CallOptions = {},
): Promise<Body> {
  const answer = await target.call('POST', path, { ...options, body })
  assertThat(answer.status === 201, `POST ${path} answers ${answer.status}: ${formatValue(answer.body)}`)
  const thing = thingOf(answer.body)
  const id = (thing?.client_id ?? thing?.id) as string | number | undefined
  assertThat(id !== undefined, `POST ${path} answers without an id: ${formatValue(answer.body)}`)
  target.things.keep(`${path.replace(/\/(post_on_behalf|submit)$/, '')}/${id}`)
  return thing
}

/**
 * Changes a thing with PUT, and with PATCH if the document has it. Returns its representation.
 * @throws Difference unless both answer 200 with the same, but for the time of the change
 */
export async function change(target: Target, path: string, body: object): Promise<Body> {
  const put = await target.call('PUT', path, { body })
  assertThat(put.status === 200, `PUT ${path} answers ${put.status}: ${formatValue(put.body)}`)
  if (!target.document.match('PATCH', path)) return thingOf(put.body)
  const patch = await target.call('PATCH', path, { body })
  const [one, other] = [put, patch].map((answer) => withoutTime(thingOf(answer.body)))
  assertSame(`PATCH ${path} with the body of PUT`, [patch.status, other], [200, one])
  return thingOf(patch.body)
}

const withoutTime = (thing: Body) => ({ ...thing, updated_at: null })

/** The thing of a body, which is flat, in `{changelogs: […]}` or in `{success, tag}`. */
export function thingOf(body: Body): Body {
  if (body?.id !== undefined || body?.client_id !== undefined) return body
  const values = Object.values((body ?? {}) as object).filter((value) => typeof value === 'object')
  const [first] = values
  return Array.isArray(first) ? first[0] : first
}

/**
 * Removes everything that the run has made, the newest first, and looks for its mark in all lists.
 * Returns a line for each thing that is left.
 */
export async function removeThings(target: Target): Promise<string[]> {
  target.client.reopen()
  const { things } = target
  for (const path of things.paths().toReversed()) if (await isRemoved(target, path)) things.forget(path)
  const left = new Set<string>()
  for (const list of LISTS)
    for (const path of await markedRows(target, list)) if (!(await isRemoved(target, path))) left.add(path)
  for (const path of things.paths()) if (!(await isRemoved(target, path))) left.add(path)
  return [...left].map((path) => `${path} could not be removed: delete it (its name has ${things.mark})`)
}

async function isRemoved({ call }: Target, path: string): Promise<boolean> {
  try {
    const { status, body } = await call('DELETE', path)
    // An app that does not exist is an invalid client (RFC 6749, section 5.2).
    return status === 200 || status === 404 || body?.error === 'invalid_client'
  } catch {
    return false
  }
}

/** Paths of the rows of a list that have the mark, among the first thousand. */
async function markedRows({ call, things }: Target, list: string): Promise<string[]> {
  const found: string[] = []
  try {
    for (let page = 1; page <= 10; page += 1) {
      const { body } = await call('GET', list, {
        query: { per_page: 100, page },
        headers: { 'ALLOW-PRIVATE': 'true' },
      })
      const rows = rowsOf(body)
      const marked = rows.filter((row) => JSON.stringify(row).includes(things.mark))
      found.push(...marked.map((row) => `${list}/${row.client_id ?? row.id}`))
      if (rows.length < 100) break
    }
  } catch {
    // A list that this caller may not read contains nothing that the run has made.
  }
  return found
}
