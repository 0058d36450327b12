import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { asBulk } from '../db/deadline.ts'
import { inTransaction } from '../db/transaction.ts'
import { parseId } from '../lib/crypto/ids.ts'
import { AppError } from '../lib/errors.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { findOrganization } from '../modules/organizations/find-organization.ts'
import { claimPerson } from '../modules/users/claiming/claim-person.ts'
import { findPerson, UnknownPersonError } from './find-person.ts'
import type { Tools } from './run.ts'

/** A row of the file that was not carried out. Rows have the numbers that spreadsheets show, with empty ones. */
type Refused = { row: number; reason: string }

/**
 * Gives people without an e-mail address to their owners: each row of a CSV file has the id or the name of the empty
 * person and the address of the owner. A heading line is left out. Each row is a transaction. Sets the exit code 3 if a
 * row is refused.
 */
export async function claimPeople(tools: Tools, { org, map }: { org: string; map: string }): Promise<object> {
  const { id: organizationId } = await findOrganization(tools.database.kysely, org)
  const rows = await readRows(map)
  const refused: Refused[] = []
  let claimed = 0
  let isFirst = true
  for (const [index, [who = '', email = '']] of rows.entries()) {
    if (who === '' && email === '') continue
    const isHeading = isFirst && normalizeEmail(email) === null
    isFirst = false
    if (isHeading) continue
    const reason = await claimRow(tools, { org, organizationId, who, email })
    if (reason === null) claimed += 1
    else refused.push({ row: index + 1, reason })
  }
  if (refused.length > 0) process.exitCode = 3
  return { claimed, refused }
}

/** Reads all rows before the first is carried out. @throws Error for a file that cannot be read or is no CSV */
async function readRows(path: string): Promise<string[][]> {
  return parse(await readFile(path), {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    trim: true,
  })
}

type ClaimRow = { org: string; organizationId: number; who: string; email: string }

/** Carries out a row. Returns the reason of a refusal, or null. */
async function claimRow(tools: Tools, { org, organizationId, who, email }: ClaimRow): Promise<string | null> {
  try {
    const { userId: intoId } = await findPerson(tools, { org, email })
    const fromId = await findEmpty(tools, organizationId, who)
    await asBulk(() =>
      inTransaction(tools.database.kysely, (tx) =>
        claimPerson(tx, organizationId, { fromId, intoId, actorId: null }),
      ),
    )
    return null
  } catch (error) {
    if (error instanceof AppError || error instanceof UnknownPersonError) return error.message
    throw error
  }
}

/** Returns the id of the only person without an address who has an id or a name. @throws UnknownPersonError */
async function findEmpty({ database }: Tools, organizationId: number, who: string): Promise<number> {
  const id = parseId(who.replace(/^usr_/, ''))
  if (id !== null) return id
  const people = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('name', '=', who)
    .where('email', 'is', null)
    .where('anonymizedAt', 'is', null)
    .where('bot', '=', false)
    .limit(2)
    .execute()
  const [person, second] = people
  if (!person) throw new UnknownPersonError('No person without an e-mail address has this name')
  if (second)
    throw new UnknownPersonError('Several people without an e-mail address have this name: use the id')
  return person.id
}
