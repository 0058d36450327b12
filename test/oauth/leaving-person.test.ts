import { expect, test } from 'vitest'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const APPS = 12

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)

test('a person who leaves with many installs costs as many statements as one with few, and each install is audited on both sides', async () => {
  const { id } = target.organization
  const { id: userId } = await target.member('admin')
  const installs: { installId: number; clientId: string }[] = []
  for (let index = 0; index < APPS; index++) {
    const client = await putApp(app, index === 0 ? target : owner)
    const install = await putInstall(app, client, target, { actor: 'self', userId })
    installs.push({ installId: install.id, clientId: client.clientId })
  }
  const latest = await app.services.db
    .selectFrom('auditEntries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  app.statements.length = 0
  await run(
    app,
    target.admin.session,
    `mutation { removeTeamMember(input: { id: "mbr_${userId}" }) { removedTeamMemberId } }`,
  )
  expect(app.statements.filter((text) => text.includes('audit_entries')).length).toBeLessThanOrEqual(2)

  const { rows } = await app.database.pool.query(
    `select organization_id as "organizationId", actor_id as "actorId", client_id as "clientId",
       subject_type as "subjectType", subject_id as "subjectId", details
     from audit_entries where id > $1 and act = 'install.revoked' order by organization_id = $2 desc, subject_id`,
    [latest?.id ?? 0, id],
  )
  expect(rows).toEqual([
    ...installs.map(({ installId, clientId }) => ({
      organizationId: id,
      actorId: target.admin.id,
      clientId,
      subjectType: 'Install',
      subjectId: installId,
      details: {},
    })),
    ...installs.slice(1).map(({ installId, clientId }) => ({
      organizationId: owner.organization.id,
      actorId: null,
      clientId,
      subjectType: 'Install',
      subjectId: installId,
      details: { targetOrganizationId: id },
    })),
  ])
})
