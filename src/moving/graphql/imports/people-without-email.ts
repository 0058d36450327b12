import type { Context } from '../../../graphql/context.ts'
import type { Page, PageRequest } from '../../../db/lists/keyset.ts'
import type { User } from '../../../db/rows.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { userLoaders } from '../../../modules/users/loaders.ts'
import { UserRef } from '../../../modules/users/type.ts'
import { movingLoaders } from './loaders.ts'

export const UserConnectionRef = connectionType('User', UserRef)

/**
 * Returns a page of the people of an import without an e-mail address. All imports of a request share two statements.
 */
export async function peopleWithoutEmail(
  context: Context,
  importId: number,
  request: PageRequest,
): Promise<Page<User>> {
  const { page } = await movingLoaders(context).peopleOf(request).one(importId)
  const { byId } = userLoaders(context)
  const found = await Promise.all(page.rows.map(({ id }) => byId.find(id)))
  return { ...page, rows: found.filter((user) => user !== null), cursorOf: ({ id }) => page.cursorOf({ id }) }
}
