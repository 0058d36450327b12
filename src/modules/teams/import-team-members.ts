import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { User } from '../../db/rows.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { AppError, invalidParam, unprocessable } from '../../lib/errors.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { nameFromEmail, normalizeEmail } from '../../lib/text/email.ts'
import { now } from '../../lib/time/clock.ts'
import { auditSubject, recordAuditEntries } from '../audit/record-audit-entry.ts'
import type { EntryFailure } from '../customers/read-entry.ts'
import { inTeamAlready } from './add-team-member.ts'
import { memberEvent } from './member-event.ts'
import { storeMemberships, type Membership } from './store-memberships.ts'

/** An entry of an import as sent. */
type TeamMemberEntry = { email: string; name?: string | null | undefined; role: TeamRole }

const MAX_ENTRIES = 50

/**
 * Adds people to the team as `addTeamMember` (operation `importTeam`). Entries are independent: valid ones are
 * stored, the others are reported. The first entry with an e-mail counts. Records an event and an audit entry for
 * each member. The number of statements does not depend on that of the entries. Returns the users' rows in the
 * order of their entries.
 * @throws AppError UNPROCESSABLE for more than 50 entries
 */
export async function importTeamMembers(
  tx: Transaction,
  organizationId: number,
  sent: readonly TeamMemberEntry[],
  by: { actor: Actor; actorId: number },
): Promise<{ teamMembers: User[]; failures: EntryFailure[] }> {
  if (sent.length > MAX_ENTRIES)
    throw unprocessable('entries', `must contain at most ${MAX_ENTRIES} entries, not ${sent.length}`)
  const read = sent.map(readEntry)
  const fresh = distinct(read.filter((entry) => 'role' in entry))
  const stored = new Map<number, User>()
  for (const row of await store(tx, organizationId, [...fresh.values()])) {
    const index = fresh.get(row.email ?? '')?.index
    if (index !== undefined) stored.set(index, row)
  }
  const teamMembers = read.flatMap(({ index }) => stored.get(index) ?? [])
  await recordAll(tx, teamMembers, by)
  const failures = read.flatMap((entry) => {
    if ('problems' in entry) return [entry]
    const { index } = entry
    return stored.has(index)
      ? []
      : [{ index, email: sent[index]?.email ?? null, problems: [inTeamAlready()] }]
  })
  return { teamMembers, failures }
}

type Entry = Membership & { index: number }

/** Reads one entry. Reads each field separately, so that all problems are reported at once. */
function readEntry(sent: TeamMemberEntry, index: number): Entry | EntryFailure {
  const email = normalizeEmail(sent.email)
  const problems = email ? [] : [invalidParam('email')]
  let name: string | null = null
  try {
    name = optionalText('name', sent.name)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(error)
  }
  if (!email || problems.length > 0) return { index, email: sent.email, problems }
  return { index, email, name: name ?? nameFromEmail(email), role: sent.role }
}

/** Returns the first entry of each e-mail. */
function distinct(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.toReversed().map((entry) => [entry.email, entry]))
}

/**
 * Finds or creates the accounts of the entries and locks them in the order of their e-mails, then stores the members.
 */
async function store(tx: Transaction, organizationId: number, entries: readonly Entry[]): Promise<User[]> {
  if (entries.length === 0) return []
  await sql`
    insert into accounts (email, name, created_at)
    select e.email, e.name, ${now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(email text, name text)
    order by e.email
    on conflict (email, acts_in_id) do update set name = accounts.name`.execute(tx)
  return storeMemberships(tx, organizationId, entries)
}

async function recordAll(
  tx: Transaction,
  added: readonly User[],
  { actor, actorId }: { actor: Actor; actorId: number },
): Promise<void> {
  await recordAuditEntries(
    tx,
    added.map(({ organizationId, id, role }) => ({
      organizationId,
      act: 'member.added',
      actorId,
      subject: auditSubject('User', id),
      details: role === null ? {} : { role },
    })),
  )
  await recordEvents(
    tx,
    added.map((member) => memberEvent(actor, 'member_added', member)),
  )
}
