import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { Caller } from '../../../auth/caller.ts'
import { assertAccess, type Access } from '../../../graphql/access/access.ts'
import { rootFieldsOf } from '../../../graphql/execution/root-fields.ts'
import { forbidden, subjectError } from '../../../lib/errors.ts'
import { credentialOf } from '../../../modules/idempotency/credential-of.ts'
import { includesPermissions, permissionsOf, type Permissions } from './permissions.ts'
import { KEY_HEADER } from './read-key.ts'

/**
 * Returns the rules by which an operation runs with an idempotency key of the caller.
 * @throws AppError UNAUTHORIZED without a credential, INVALID_PARAM for a mutation that refuses keys
 */
export function keyRules(
  {
    schema,
    document,
    operationName,
  }: { schema: GraphQLSchema; document: DocumentNode; operationName?: string | undefined },
  caller: Caller,
) {
  const fields = rootFieldsOf(schema, document, operationName)
  const refusing = fields.find(({ extensions }) => extensions.refusesKey === true)
  if (refusing)
    throw subjectError('INVALID_PARAM', {
      field: KEY_HEADER,
      predicate: `cannot be used with ${refusing.name}`,
    })
  const credential = credentialOf(caller)
  if (credential === null)
    throw subjectError('UNAUTHORIZED', { field: KEY_HEADER, predicate: 'needs a credential' })
  const permissions = permissionsOf(caller)
  return {
    credential,
    organizationId: caller.organizationId ?? 0,
    isBulk: fields.some(({ extensions }) => extensions.isBulk === true),
    permissions,
    assertAllowed: (before: Permissions) => {
      for (const { extensions } of fields) assertAccess(caller, extensions.access as Access)
      if (!includesPermissions(permissions, before))
        throw forbidden('The stored response was for a role or for scopes that you no longer have')
    },
  }
}
