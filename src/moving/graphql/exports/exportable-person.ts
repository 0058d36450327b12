import { isAdmin, type Caller } from '../../../auth/caller.ts'
import type { Context } from '../../../graphql/context.ts'
import { forbidden, notFound } from '../../../lib/errors.ts'
import { findUserByEmail } from '../../../modules/users/find-user.ts'
import { userLoaders } from '../../../modules/users/loaders.ts'
import type { ExportRow } from '../../transfer/exports.ts'

/** Whether the caller is an authenticated person in their own right, whom no app represents. */
const isInPerson = ({ authority, authenticated }: Caller) => authenticated && authority !== 'app'

/**
 * Returns the id of the person whose data the caller exports: anybody for an admin, themselves for others, who learn
 * nothing about other people.
 * @throws AppError FORBIDDEN for others than admins and the person; NOT_FOUND
 */
export async function exportablePerson(context: Context, key: number | string): Promise<number> {
  const { caller, db, organizationId } = context
  const id = typeof key === 'number' ? key : await findUserByEmail(db, organizationId, key)
  if (!isInPerson(caller) || (!isAdmin(caller) && id !== caller.actorId))
    throw forbidden('Only admins export the data of other people')
  const person = id === null ? null : await userLoaders(context).byId.find(id)
  if (!person) throw notFound('User')
  return person.id
}

/** Returns the person who sees exports of their own data that they have started. Null for apps and blocked people. */
export const ownerOfExports = (caller: Caller): number | null =>
  isInPerson(caller) && !caller.blocked ? caller.actorId : null

/** Whether the caller sees an export: an admin each, others those of their own data that they have started. */
export function seesExport(
  { caller }: Pick<Context, 'caller'>,
  { personId, createdById }: ExportRow,
): boolean {
  if (isAdmin(caller)) return true
  const owner = ownerOfExports(caller)
  return owner !== null && personId === owner && createdById === owner
}
