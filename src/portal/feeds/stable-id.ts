import { createHash } from 'node:crypto'

/** An object of the organization, by its id and its time of creation in ISO 8601. */
type Named = { databaseId: number; createdAt: string }

/** Namespace of the names (RFC 9562 section 5.5). Another one would make readers show all items as new. */
const NAMESPACE = Buffer.from('6f1f0f1c5d0b4b0c9a5e3f8f6d2a7c41', 'hex')

/**
 * Returns the id of an item or a feed, a UUID as a URN (RFC 9562 sections 4 and 5.5). It depends on no address, so that
 * readers know the item again after a change of the host, the slug or the title.
 */
export function stableId(kind: string, { databaseId, createdAt }: Named): string {
  const name = `${kind} ${databaseId} ${createdAt}`
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}
