import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/db/transaction.ts'
import { fillDocuments, requestDocuments } from '../../../src/modules/search/fill-documents.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { importSource } from './run-source.ts'
import { SAMPLES } from './samples.ts'

const app = useApp()

test.each(Object.entries(SAMPLES))(
  'the documents of %s equal those that are built again, tags included',
  async (_name, { given }) => {
    const tenant = await createTenant(app)
    const { id } = tenant.organization
    const { kysely } = app.database
    await importSource(app, tenant, given)
    const documents = async () => {
      const { rows } =
        await sql`select 'tag' as kind, id, document::text from tag_documents where organization_id = ${id}
        union all select 'post', id, document::text from post_documents where organization_id = ${id}
        order by 1, 2`.execute(kysely)
      return rows
    }
    const imported = await documents()
    await sql`delete from tag_documents where organization_id = ${id}`.execute(kysely)
    await inTransaction(kysely, (tx) => requestDocuments(tx, id))
    while (await fillDocuments(kysely));
    expect(await documents()).toEqual(imported)
  },
)
