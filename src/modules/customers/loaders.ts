import { counts, defineLoaders } from '../../graphql/loaders.ts'
import { countByPerson } from './count-by-person.ts'

/** Loaders of the numbers of objects of each user. */
export const customerLoaders = defineLoaders(({ db, organizationId }) => ({
  postsCount: counts((ids) => countByPerson(db, organizationId, 'posts', ids)),
  votesCount: counts((ids) => countByPerson(db, organizationId, 'votes', ids)),
  commentsCount: counts((ids) => countByPerson(db, organizationId, 'comments', ids)),
}))
