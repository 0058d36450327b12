import type { ArgBuilder } from '@pothos/core'
import type { Types } from '../../graphql/builder.ts'

/** Returns the argument of a list of posts without a filter that includes those of private buckets. */
export const includePrivateArg = (t: { arg: ArgBuilder<Types> }) => ({
  includePrivate: t.arg.boolean({
    description: 'Whether to include the posts of private buckets. Team only, ignored for others.',
  }),
})
