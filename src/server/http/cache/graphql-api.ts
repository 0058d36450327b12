import { payerOf } from '../../../auth/rate-limit/payer.ts'
import { chargeRest, costExtension } from '../../graphql/charge-operation.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import { responseMediaType } from '../../graphql/handle-request.ts'
import { endOf } from '../../graphql/payload.ts'
import { errorResponseOf } from '../../graphql/send-response.ts'
import { PRIVATE, UNSTORED } from '../edge/response-headers.ts'
import type { Api } from './api.ts'
import { postKey, queryKey } from './graphql-key.ts'

/**
 * Returns the queries of `/graphql` as the cache answers them. A stored answer ends before its extensions, which name
 * the units that are left. It costs what its operation does. A GET has a weak tag, of which extensions are no part.
 */
export function graphqlApi(graphql: GraphqlEngine): Api {
  const { rateLimits, maskError } = graphql
  return {
    name: 'graphql',
    findKey: (asked) =>
      asked.request.method === 'GET'
        ? queryKey(asked.caller, asked.request, asked.request.url ?? '')
        : postKey(asked),
    typeOf: ({ headers: { accept } }) => `${responseMediaType(accept)}; charset=utf-8`,
    headersOf: ({ method }) => (method === 'GET' ? PRIVATE : UNSTORED),
    tagOf: ({ method }, tag) => (method === 'GET' ? `W/${tag}` : null),
    isAnsweredUnstored: false,
    async charge({ cost }, { context, caller }) {
      if (!rateLimits || !context.charge || !cost) return
      const payer = payerOf(caller, context.address)
      context.charge = await chargeRest(rateLimits, payer, context.charge, cost.requested)
    },
    endOf({ cost }, charge) {
      const extensions = rateLimits && charge && cost ? costExtension(rateLimits, cost, charge) : undefined
      return Buffer.from(endOf(extensions))
    },
    errorOf(error) {
      const { status, headers, text } = errorResponseOf([maskError(error)])
      return { status, headers: [...UNSTORED, ...headers], text }
    },
  }
}
