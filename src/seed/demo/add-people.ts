import type { Transaction } from '../../db/database.ts'
import { storeTeamMember } from '../../modules/teams/add-team-member.ts'
import { customers, members } from './content.ts'
import { reserveIds } from '../../db/writes/reserve-ids.ts'
import { daysBefore } from './dates.ts'

/**
 * Adds the team and the customers. Each person joined before their first vote or comment. Returns ids by key,
 * the admin first.
 */
export async function addPeople(
  tx: Transaction,
  organizationId: number,
  { now, password, seen }: { now: Date; password: string; seen: Map<string, Date> },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const joined = (key: string, days: number) => {
    const at = daysBefore(now, days, key)
    const first = seen.get(key)
    return first && first < at ? first : at
  }
  for (const [index, { key, name, email, role, days }] of members.entries()) {
    const member = { name, email, role, password: index === 0 ? password : null, accepted: true }
    const { id } = await storeTeamMember(tx, organizationId, member)
    const at = joined(key, days)
    await tx
      .updateTable('users')
      .set({ createdAt: at, updatedAt: at, joinedTeamAt: at, roleChangedAt: at })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute()
    ids.set(key, id)
  }
  const reserved = await reserveIds(tx, 'users', customers.length)
  const rows = customers.map(({ key, name, email, days, labels, fields, starred = false }, index) => {
    const at = joined(key, days)
    const id = reserved[index] as number
    ids.set(key, id)
    const person = { organizationId, id, name, email, labels, starred, customFields: JSON.stringify(fields) }
    return { ...person, customerSince: at, createdAt: at, updatedAt: at }
  })
  await tx.insertInto('users').values(rows).execute()
  return ids
}
