import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'

/** Preconditions of a request that name tags. */
type Conditions = Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match'>

/** An entity tag (RFC 9110 section 8.8.3). */
const ENTITY_TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** A strong tag of one or two parts, each of 22 base64url characters. */
const PARTS = /^"[\w-]{22}(\.[\w-]{22})?"$/

/**
 * Returns a strong tag. `revision` is the part that is equal while nothing in the organization changes, `content` the
 * part that is equal while the bytes are. One of them may be null.
 */
export function entityTag(revision: string | null, content: string | null): string {
  return `"${[revision, content].filter((part) => part !== null).join('.')}"`
}

/**
 * Whether a strong tag matches `If-None-Match` by the weak comparison, so that a read answers 304 (RFC 9110
 * section 13.1.2). Only the content of tags with two parts is compared. `*` matches every tag.
 */
export function matchesNone(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag || isAny(header)) return true
  const content = contentOf(tag)
  return tagsOf(header).some((sent) => contentOf(strongOf(sent)) === content)
}

/**
 * Returns the tag in `If-None-Match` that has the revision of the current response, otherwise null. It is then the
 * tag of that response.
 */
export function tagOfRevision(header: string | undefined, revision: string): string | null {
  if (!header?.includes(revision)) return null
  const isCurrent = (tag: string) => PARTS.test(tag) && tag.slice(1, -1).split('.', 1)[0] === revision
  return tagsOf(header).map(strongOf).find(isCurrent) ?? null
}

/**
 * Checks that `If-Match` names one of the tags, by the strong comparison. Only the content of tags with two parts is
 * compared, because their revisions are other names of the same bytes. `*` matches every tag (RFC 9110 section 13.1.1).
 * @throws AppError PRECONDITION_FAILED
 */
export function assertMatch(header: string | undefined, tags: readonly string[]): void {
  if (header === undefined || isAny(header)) return
  const sent = tagsOf(header).map(contentOf)
  if (!tags.some((tag) => sent.includes(contentOf(tag)))) throw preconditionFailed()
}

/** Whether the method of a write depends on the tag of what it changes. */
export const dependsOnTag = ({ 'if-match': match, 'if-none-match': none }: Conditions): boolean =>
  (match !== undefined && !isAny(match)) || none !== undefined

/** Whether a precondition applies to every tag. */
export const isAny = (header: string): boolean => header.trim() === '*'

/** The state of the object is not the one that the client requires: 412. */
export const preconditionFailed = () =>
  new AppError('PRECONDITION_FAILED', 'The object has changed: read it again')

/** Address of a read, and the parameters that its operation declares. */
type Resource = { origin: string; url: string; input: Record<string, unknown> }

/** Returns a digest of a response. It differs for another resource, another `Link` or other bytes. */
export function digestOf({ origin, url, input }: Resource, link: string | null, body: Buffer): string {
  return hash('sha256', `${hash('sha256', body)} ${JSON.stringify([origin, url, input, link])}`)
}

const tagsOf = (header: string): string[] => header.match(ENTITY_TAG) ?? []

/** Removes the mark of a weak tag. */
const strongOf = (tag: string): string => tag.replace(/^W\//, '')

/** Returns a strong tag without the revision of a tag with two parts. */
const contentOf = (tag: string): string => tag.replace(/^"[^".]*\./, '"')
