import type { Insertable } from 'kysely'
import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import type { Organization, OrganizationVisibility } from '../../db/generated/tables.ts'
import { reserveId } from '../../db/writes/reserve-ids.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { createHead } from '../../events/heads.ts'
import { now } from '../../lib/time/clock.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'
import { alreadyExists, invalidParam } from '../../lib/errors.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { newSecret } from '../../lib/crypto/secret.ts'
import { createStandardStatuses } from '../statuses/create-standard-statuses.ts'

export const SSO_KEY_PREFIX = 'sso_'
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Creates an organization with its six statuses (contract 3) and a first public bucket. Its public pages are
 * for its members unless `visibility` is `public`, where everyone may join. Returns its row and its SSO key, which is
 * returned only here and by a rotation.
 * @throws AppError ALREADY_EXISTS if the slug is taken, INVALID_PARAM if it is invalid
 */
export async function createOrganization(
  tx: Transaction,
  encryption: Keyring,
  input: { slug: string; name: string; visibility?: OrganizationVisibility | undefined },
) {
  const slug = requiredText('slug', input.slug, 63).toLowerCase()
  if (!SLUG.test(slug)) throw invalidParam('slug', 'may have letters, digits and inner hyphens only')
  const name = requiredText('name', input.name)
  const ssoKey = newSecret(SSO_KEY_PREFIX)
  const keyring = await lockEncryptionKeys(tx, encryption)
  const id = await reserveId(tx, 'organizations')
  const at = now()
  const organization = await store(tx, {
    id,
    slug,
    name,
    visibility: input.visibility ?? 'members',
    signUp: input.visibility === 'public' ? 'open' : 'known',
    ssoKeyCiphertext: encrypt(keyring, ssoKey, sealedLocation('organizations.sso_key_ciphertext', id, id)),
    createdAt: at,
    updatedAt: at,
    ssoKeyRotatedAt: at,
  })
  await createHead(tx, id)
  await createStandardStatuses(tx, id)
  const bucket = { organizationId: id, slug: 'feedback', name: 'Feedback', createdAt: at, updatedAt: at }
  await tx.insertInto('buckets').values(bucket).execute()
  return { organization, ssoKey }
}

/** Stores an organization. Returns its row. @throws AppError ALREADY_EXISTS if the slug is taken */
function store(tx: Transaction, row: Insertable<Organization>) {
  return tx
    .insertInto('organizations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('slug') : error
    })
}
