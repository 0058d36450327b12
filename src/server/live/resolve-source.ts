import { createSourceEventStream, type GraphQLError } from 'graphql'
import { createContext, type Context } from '../../graphql/context.ts'
import { isSubscriptionSource, type SubscriptionSource } from '../../graphql/subscription-source.ts'
import type { Caller } from '../../auth/caller.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { RequestError } from '../graphql/request-error.ts'

/**
 * Resolves the source of a subscription's field as a caller.
 * @throws RequestError for missing permissions or invalid arguments
 */
export async function resolveSource(
  { schema, services, maskError }: GraphqlEngine,
  { document, operationName, variables }: Pick<PreparedOperation, 'document' | 'operationName' | 'variables'>,
  caller: Caller,
  { requestId, address }: Pick<Context, 'requestId' | 'address'>,
): Promise<SubscriptionSource> {
  const source = await createSourceEventStream({
    schema,
    document,
    contextValue: createContext(services, caller, { requestId, address }),
    variableValues: variables,
    operationName,
  })
  if (isSubscriptionSource(source)) return source
  const { errors = [new Error('the field of the subscription has no source')] } = source as {
    errors?: readonly (GraphQLError | Error)[]
  }
  throw new RequestError(errors.map(maskError))
}
