import { anonymousPerson } from '../../drafts.ts'
import type { PersonRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'

/**
 * A person of a field: key by the number of the account, else by login, because `gh` gives authors of comments no id.
 * There are no addresses. Null and an empty login are the deleted user. Without the field the person is anonymous.
 */
export function personOf(row: Row, field: string): PersonRecord {
  const user = row.object(field)
  const { origin } = row
  if (row.value(field) === undefined) return anonymousPerson(origin)
  const login = user?.word('login')
  if (!user || login === undefined)
    return { type: 'person', externalId: 'deleted', origin, name: 'Deleted user', deleted: true }
  const number = [user.word('databaseId'), user.word('id')].find((id) => /^\d+$/.test(id ?? ''))
  const id = number ?? `login:${login.toLowerCase()}`
  return {
    type: 'person',
    externalId: `github:user:${id}`,
    origin,
    name: user.word('name') ?? login,
    avatarUrl: user.word('avatar_url') ?? user.word('avatarUrl'),
  }
}
