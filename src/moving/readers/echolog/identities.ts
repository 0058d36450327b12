import type { Found } from '../../lists.ts'
import type { Row } from '../../sources/row.ts'

/** Converts an identity of an OpenID provider. */
export function toIdentity(row: Row): Found {
  const [person, createdAt] = [row.id('userId'), row.moment('createdAt')]
  const [issuer, subject] = [row.required('issuer'), row.required('subject')]
  const externalId = `${issuer} ${subject}`
  return {
    records: [{ type: 'identity', externalId, origin: row.origin, person, issuer, subject, createdAt }],
  }
}
