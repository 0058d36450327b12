import { createHmac } from 'node:crypto'
import type { Keys } from '../../../auth/keys.ts'

/**
 * Returns the hashes under which all organizations find an address without a mailbox: that of the current key first,
 * then those of former keys. `email` is normalized.
 */
export function addressHashes(
  { suppressions: [current, ...before] }: Pick<Keys, 'suppressions'>,
  email: string,
): [Buffer, ...Buffer[]] {
  const hash = (key: Buffer) => createHmac('sha256', key).update(email, 'utf8').digest()
  return [hash(current), ...before.map(hash)]
}
