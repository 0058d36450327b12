import { lookupType } from '../../graphql/schema/node/lookup.ts'

/** Key of a post. */
export const PostBy = lookupType('Post', (t) => ({ slug: t.string({ description: 'URL slug.' }) }))
