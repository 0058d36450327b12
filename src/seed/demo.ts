import { sql } from 'kysely'
import type { Keys } from '../auth/keys.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { now as present } from '../lib/time/clock.ts'
import { randomToken } from '../lib/crypto/ids.ts'
import { createApiKey } from '../modules/organizations/create-api-key.ts'
import { requestDocuments } from '../modules/search/fill-documents.ts'
import { members } from './demo/content.ts'
import { addChangelogs } from './demo/add-changelogs.ts'
import { addPeople } from './demo/add-people.ts'
import { addPosts } from './demo/add-posts.ts'
import { addRoadmaps } from './demo/add-roadmaps.ts'
import { createBase, idByKey } from './demo/create-base.ts'
import { firstSeen, planPosts } from './demo/plan-posts.ts'

/** Credentials of the demo. The password and the keys are not stored elsewhere in clear text. */
export type DemoCredentials = {
  organization: { id: number; slug: string }
  admin: { id: number; email: string; password: string }
  apiKey: string
  ssoKey: string
}

type DemoOptions = {
  /** Receives the credentials before the transaction commits. If it throws, nothing is stored. */
  keep?: (credentials: DemoCredentials) => void
  /** Receives the progress, one line at a time. */
  log?: ((line: string) => void) | undefined
}

/** Returns whether no organization exists. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Fills an empty database with a demo organization: buckets, people, fourteen months of feedback, roadmaps
 * and a changelog in two languages, dated backwards from the present. Returns null without changes if an
 * organization exists. If several servers start at once on one empty database, only one creates it. No events
 * are recorded.
 */
export async function createDemo(
  database: Database,
  keys: Keys,
  { keep = () => {}, log = () => {} }: DemoOptions = {},
): Promise<DemoCredentials | null> {
  if (!(await isEmpty(database.kysely))) return null
  return inTransaction(database.kysely, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed/demo', 0))`.execute(tx)
    if (!(await isEmpty(tx))) return null
    log('creating a demo organization in the empty database; DEMO=false turns this off')
    const now = present()
    const password = `fern-${randomToken(12)}`
    const planned = planPosts(now)
    const base = await createBase(tx, keys, now)
    const { organization, ssoKey } = base
    const people = await addPeople(tx, organization.id, { now, password, seen: firstSeen(planned) })
    const posts = await addPosts(tx, base, people, planned)
    await addRoadmaps(tx, organization.id, { now, people, posts })
    await addChangelogs(tx, base, { now, people, posts })
    await requestDocuments(tx, organization.id)
    const [{ key: adminKey, email } = { key: '', email: '' }] = members
    const admin = { id: idByKey(people, adminKey), email, password }
    const { key: apiKey } = await createApiKey(tx, organization.id, { creatorId: admin.id, name: 'Demo' })
    const credentials = { organization, admin, apiKey, ssoKey }
    keep(credentials)
    log(`created the demo organization ${organization.slug} with ${planned.length} posts`)
    return credentials
  })
}
