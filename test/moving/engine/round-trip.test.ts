import { expect, test } from 'vitest'
import { readImage } from '../../../src/lib/images/image.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { submit } from '../../support/fixtures/people.ts'
import { createTenant, type Headers } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { exported, rowsOf, type Written } from '../export/export.ts'
import { createFullOrganization } from '../export/organization.ts'
import { fillOrganization } from './fill-organization.ts'
import { importSource, planSource, type Given } from './run-source.ts'

/** `ROUND_TRIP_POSTS=200000` is the size of the acceptance. */
const POSTS = Number(process.env['ROUND_TRIP_POSTS'] ?? 300)
const TIMEOUT_MS = 600_000 + POSTS * 60

const app = useApp()
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const LISTS =
  `statuses buckets tags changelog_labels people posts votes comments subscriptions merges roadmaps
  roadmap_posts changelogs uploads external_refs addresses post_mutes changelog_subscribers notification_preferences mail_suppressions user_identities`.split(
    /\s+/,
  )

type Line = Record<string, unknown>

/** Replaces ids by a name that is the same in both organizations: the list, and the name or the text of the row. */
async function comparable(written: Written, isOther: (person: Line) => boolean) {
  const lists = Object.fromEntries(
    await Promise.all(LISTS.map(async (list) => [list, await rowsOf(written, list)] as const)),
  )
  const names = new Map<string, string>()
  for (const [list, rows] of Object.entries(lists))
    for (const row of rows)
      if (typeof row['id'] === 'string')
        names.set(
          row['id'],
          `${list}: ${String(row['slug'] ?? row['email'] ?? row['name'] ?? row['bodyHtml'] ?? row['sha256'])} ${list === 'comments' ? String(row['createdAt']) : ''}`,
        )
  const withNames = (value: unknown): unknown => {
    if (typeof value === 'string')
      return names.get(value) ?? value.replaceAll(/\bupl_\d+/g, (id) => names.get(id) ?? id)
    if (Array.isArray(value)) return value.map(withNames)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one)]))
  }
  return Object.fromEntries(
    Object.entries(lists).map(([list, rows]) => [
      list,
      rows
        .filter((row) => list !== 'people' || !isOther(row))
        // An import grants no role, and stores each file at its own time.
        .map(({ role: _role, ...row }) => (list === 'uploads' ? { ...row, createdAt: null } : row))
        .map((row) => JSON.stringify(withNames(row)))
        .toSorted(),
    ]),
  )
}

/** Exports an organization while a writer adds posts. The writer has added one before the export begins. */
async function exportedWhileWriting(organizationId: number, headers: Headers): Promise<Written> {
  await submit(app, headers, 'Before the export')
  let isWriting = true
  const writer = async () => {
    for (let number = 1; isWriting; number += 1) await submit(app, headers, `Written ${number}`)
  }
  const writing = writer()
  try {
    return await exported(app, organizationId)
  } finally {
    isWriting = false
    await writing
  }
}

test(
  'an organization that is exported and imported is exported as the same files',
  { timeout: TIMEOUT_MS },
  async () => {
    const demo = await createFullOrganization(app)
    await app.database.pool.query(
      'update uploads set bytes = $1, size = length($1::bytea) where attached_at is not null',
      [(await readImage(Buffer.from(PIXEL, 'base64'), 1)).bytes],
    )
    await app.database.pool.query(
      `update statuses set percentage = 12.5 where id = (select min(id) from statuses where organization_id = $1)`,
      [demo.organization.id],
    )
    await app.database.pool.query(
      `update statuses set slug = 'later-maybe', name = 'Later, maybe' where organization_id = $1 and slug = 'closed'`,
      [demo.organization.id],
    )
    await app.database.pool.query(
      `insert into statuses (organization_id, slug, name, kind, color, position) values ($1, 'on_hold', 'On hold', 'closed', '#112233', 9)`,
      [demo.organization.id],
    )
    await fillOrganization(app, demo.organization.id, POSTS)
    const first = await exportedWhileWriting(demo.organization.id, { 'API-KEY': demo.apiKey })
    expect((await rowsOf(first, 'posts')).length).toBeGreaterThan(POSTS)
    const tenant = await createTenant(app)
    const given: Given = {
      source: 'echolog',
      open: () => openBytes(first.fileName, memoryBytes(first.archive)),
    }
    const run = await importSource(app, tenant, given)
    expect(run).toMatchObject({
      state: 'done',
      errorsCount: 0,
      counts: run.plan?.counts,
      plan: { decisions: [] },
    })
    expect(run.plan?.losses.map(({ what }) => what)).toEqual(['webhooks'])
    const second = await exported(app, tenant.organization.id)
    const isOther = (row: Line) => row['email'] === tenant.admin.email
    const [before, after] = [await comparable(first, isOther), await comparable(second, isOther)]
    for (const list of LISTS) {
      expect(before[list], list).not.toEqual([])
      expect(after[list], list).toEqual(before[list])
    }
    const [one, other] = [await rowsOf(first, 'organization'), await rowsOf(second, 'organization')]
    const own = ['id', 'slug', 'portalUrl', 'createdAt', 'updatedAt']
    const without = (row: Line | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => !own.includes(key)))
    expect(without(other[0])).toEqual(without(one[0]))
    const { plan } = await planSource(app, tenant, given)
    for (const [kind, counts] of Object.entries(plan?.counts ?? {}))
      expect(Object.keys(counts), kind).toEqual(['unchanged'])
  },
)
