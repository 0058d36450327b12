import { expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { installsOfApps } from '../../src/modules/oauth/installs/installs-of-apps.ts'
import { problemsOf } from '../support/contract/statement-rules.ts'
import { shareAsDistributed } from '../support/distributed.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

test('a distributed database lists and counts the installs of apps as one server does', async () => {
  const owner = await createTenant(app)
  const apps = [await putApp(app, owner), await putApp(app, owner)]
  for (let count = 0; count < 3; count++)
    for (const client of apps.slice(0, 1 + (count % 2)))
      await putInstall(app, client, await createTenant(app))
  const sent: string[] = []
  const distributed = await shareAsDistributed(app.database, (text) => sent.push(text))
  const ids = apps.map(({ id }) => id)
  const read = async (db: Db, after?: string) => {
    const pages = await installsOfApps(db, owner.organization.id, ids, { first: 2, after })
    return Promise.all(
      pages.map(async ({ id, page }) => ({
        ...{ id, rows: page.rows, hasNextPage: page.hasNextPage, count: await page.count() },
        cursors: page.rows.map((row) => page.cursorOf(row)),
      })),
    )
  }
  const first = await read(app.database.kysely)
  expect(first.map(({ rows, count }) => [rows.length, count])).toEqual([
    [2, 3],
    [1, 1],
  ])
  expect(first).toMatchObject(await read(distributed.kysely))
  const after = first[0]?.cursors.at(-1)
  const second = await read(app.database.kysely, after)
  expect(second[0]?.rows).toHaveLength(1)
  expect(second).toMatchObject(await read(distributed.kysely, after))
  expect(sent.flatMap(problemsOf).filter(({ rule }) => rule !== 'organization')).toEqual([])
  await distributed.drop()
})
