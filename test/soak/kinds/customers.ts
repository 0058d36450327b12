import type { Call } from '../caller.ts'
import type { Thing } from '../thing.ts'
import type { World } from '../world.ts'
import { nextText, type Kind } from './kind.ts'

/** Customers, imported and imported again with another name, each time beside an invalid entry. */
export function customers({ tenant }: World): Kind {
  const imported = (thing: Thing, purpose: string) => {
    const name = nextText(thing)
    const entries = [
      { email: `${thing.marker}@people.example`, name },
      { email: 'no address', name: 'nobody' },
    ]
    const call: Call = {
      door: 'REST',
      purpose,
      method: 'POST',
      path: '/api/v3/customers/import',
      headers: tenant.keyAndAdmin,
      body: { customers: entries },
    }
    return { call, state: name, events: [] }
  }
  return {
    name: 'customer',
    marker: (number) => `soak-customer-${number}`,
    create: (thing) => imported(thing, 'import customer'),
    idOf: (body) => Number(body.customers[0].id),
    change: (thing) => imported(thing, 'import customer again'),
    remove: null,
    read: ({ id }) => ({
      door: 'REST',
      purpose: 'read customer',
      method: 'GET',
      path: `/api/v3/customers/${id}`,
      headers: tenant.key,
      refusals: [404],
    }),
    stateOf: (body) => String(body.name),
    list: null,
    stored: `select regexp_replace(name, ' v\\d+$', '') as marker, name as state, id from users
      where organization_id = $1 and customer_since is not null and email not like 'voter-%' and role is null`,
  }
}
