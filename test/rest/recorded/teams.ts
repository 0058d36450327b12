import type { Area, World } from '../../support/recording/world.ts'

const PATH = '/api/v3/teams'

/** Members of the team: additions, imports, roles and removals. */
export const teams: Area = {
  name: 'teams',
  async play(world) {
    const { send, tenant, member } = world
    for (const who of ['admin', 'member', 'customer', 'key', 'token', 'token of a person', 'stranger'])
      await send(who, `GET ${PATH}`)
    await add(world)
    await importMany(world)
    for (const page of ['per_page=2', 'per_page=2&page=2', 'page=9', 'per_page=0'])
      await send('admin', `GET ${PATH}?${page}`)
    await send('admin', `PUT ${PATH}/${member.id}`, { role: 'csm' })
    await send('admin', `PATCH ${PATH}/${member.id}`, { role: 'collaborator' })
    await send('admin', `PUT ${PATH}/${member.id}`, { role: 'collaborator' })
    await send(
      'admin',
      `PUT ${PATH}/${tenant.admin.id}`,
      { role: 'member' },
      { note: 'the last who can sign in' },
    )
    await send('admin', `DELETE ${PATH}/${tenant.admin.id}`, undefined, { note: 'the last who can sign in' })
    await send('token', `PATCH ${PATH}/${member.id}`, { role: 'member' })
    await send('member', `DELETE ${PATH}/${member.id}`)
    await send('admin', `DELETE ${PATH}/${member.id}`)
    await send('admin', `DELETE ${PATH}/${member.id}`)
    await send('admin', `GET ${PATH}`, undefined, { note: 'after changes' })
  },
}

async function add({ send }: World): Promise<void> {
  await send('admin', `POST ${PATH}`, { email: 'Grace@Acme.example', name: 'Grace 🎉', role: 'admin' })
  await send('admin', `POST ${PATH}`, { email: 'ann@people.example', name: 'Ignored', role: 'member' })
  await send('token', `POST ${PATH}`, { email: 'by-app@acme.example', role: 'csm', admin: true })
  await send('admin', `POST ${PATH}`, { email: 'GRACE@acme.example', role: 'csm' })
  for (const who of ['member', 'customer', 'key', 'session', 'token of a person'])
    await send(who, `POST ${PATH}`, { email: 'nobody@acme.example', role: 'admin' })
}

async function importMany({ send }: World): Promise<void> {
  await send('admin', `POST ${PATH}/import`, {
    team: [
      { email: 'Two@Acme.example', name: 'Two', role: 'csm' },
      { email: 'one@acme.example', role: 'collaborator' },
      { email: 'two@acme.example', role: 'admin' },
      { email: 'grace@acme.example', role: 'member' },
      { email: 'nobody', role: 'boss', name: 5 },
      { name: 'No address' },
      'text',
      null,
    ],
  })
  await send('admin', `POST ${PATH}/import`, { team: [] })
  await send('token', `POST ${PATH}/import`, { team: [{ email: 'three@acme.example', role: 'member' }] })
  await send('member', `POST ${PATH}/import`, { team: [{ email: 'four@acme.example', role: 'member' }] })
  const many = Array.from({ length: 51 }, (_, index) => ({ email: `m${index}@acme.example`, role: 'csm' }))
  await send('admin', `POST ${PATH}/import`, { team: many })
}
