import { expect, test } from 'vitest'
import { USES_OF_PEOPLE } from '../../../src/moving/engine/undo/settings.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()

test('an undo looks for people wherever a foreign key refers to them', async () => {
  const { rows } = await app.database.pool.query<{ use: string }>(
    `select distinct c.conrelid::regclass || '.' || a.attname as use from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname <> 'organization_id'
       and c.conrelid <> 'customer_documents'::regclass and c.conparentid = 0`,
  )
  expect(rows.map(({ use }) => use).sort()).toEqual(USES_OF_PEOPLE.map((use) => use.join('.')).sort())
})
