import './graphql/scalars.ts'
import './modules/buckets/type.ts'
import './modules/posts/queries.ts'
import './modules/posts/mutations.ts'
import { builder } from './graphql/builder.ts'

/** The finished schema: the canonical interface of the service. */
export const schema = builder.toSchema()
