import type { SsoIdentity } from '../../auth/sso-token.ts'
import type { UserRecord } from '../../auth/user-record.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../events/record.ts'
import { nameFromEmail } from '../../lib/text/email.ts'
import { now } from '../../lib/time/clock.ts'
import { eventsOfStoredCustomer } from '../customers/customer-events.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'

/**
 * Returns the user of an SSO token in the organization that signed it. Creates a user for an unknown e-mail address
 * and updates a customer whose claims have changed, or whom an import created. Records customers that are new or
 * changed, by themselves. Users of other organizations, accounts and profiles of team members remain unchanged.
 */
export async function provisionUser(
  db: Db,
  organizationId: number,
  identity: SsoIdentity,
): Promise<UserRecord> {
  const existing = await db
    .selectFrom('users')
    .select(['id', 'role', 'blocked', 'name', 'avatarUrl', 'labels', 'customerSince', 'reachable'])
    .where('organizationId', '=', organizationId)
    .where('email', '=', identity.email)
    .executeTakeFirst()
  if (existing && (existing.role !== null || !hasNews(existing, identity))) return existing
  return inTransaction(db, (tx) => store(tx, organizationId, identity))
}

async function store(tx: Transaction, organizationId: number, identity: SsoIdentity): Promise<UserRecord> {
  await attachUploads(tx, organizationId, identity.avatarUrl)
  const created = await create(tx, organizationId, identity)
  if (created) return recorded(tx, null, created)
  const before = await lockByEmail(tx, organizationId, identity.email)
  // A person that another transaction created may be a team member or need no change.
  if (before.role !== null || !hasNews(before, identity)) return before
  return recorded(tx, before, await update(tx, before, identity))
}

/** Records a customer that is new or changed. Returns the row. */
async function recorded(tx: Transaction, before: User | null, after: User): Promise<User> {
  const former = before?.customerSince ? before : null
  const actor = { kind: 'user', id: after.id } as const
  if (after.customerSince) await recordEvents(tx, eventsOfStoredCustomer(actor, former, after))
  return after
}

/** Creates a person. Returns undefined if there is one with the e-mail, also if it was created concurrently. */
function create(tx: Transaction, organizationId: number, identity: SsoIdentity) {
  const at = now()
  return tx
    .insertInto('users')
    .values({
      organizationId,
      email: identity.email,
      name: identity.name ?? nameFromEmail(identity.email),
      avatarUrl: identity.avatarUrl,
      labels: identity.labels ?? [],
      customerSince: identity.addAsCustomer ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'email']).doNothing())
    .returningAll()
    .$castTo<User>()
    .executeTakeFirst()
}

/** @throws Error if the person was deleted concurrently */
function lockByEmail(tx: Transaction, organizationId: number, email: string) {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
}

function update(tx: Transaction, before: User, identity: SsoIdentity) {
  const at = now()
  return tx
    .updateTable('users')
    .set({
      ...(identity.name !== null && { name: identity.name }),
      ...(identity.avatarUrl !== null && { avatarUrl: identity.avatarUrl }),
      ...(identity.labels !== null && { labels: identity.labels }),
      ...(identity.addAsCustomer && { customerSince: before.customerSince ?? at }),
      reachable: true,
      updatedAt: timeOfUpdate(before, at),
    })
    .where('organizationId', '=', before.organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .$castTo<User>()
    .executeTakeFirstOrThrow()
}

type Profile = Pick<User, 'name' | 'avatarUrl' | 'labels' | 'customerSince' | 'reachable'>

function hasNews(existing: Profile, identity: SsoIdentity): boolean {
  return (
    !existing.reachable ||
    (identity.name !== null && identity.name !== existing.name) ||
    (identity.avatarUrl !== null && identity.avatarUrl !== existing.avatarUrl) ||
    (identity.labels !== null && identity.labels.join('\0') !== existing.labels.join('\0')) ||
    (identity.addAsCustomer && existing.customerSince === null)
  )
}
