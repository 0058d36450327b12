import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { flag, integer, list, output, text, textOrNull } from '../schemas.ts'

/** GraphQL fields of a customer in a result. */
export const CUSTOMER = graphql(/* GraphQL */ `
  fragment customer on Customer {
    id
    name
    email
    url
    labels
    blocked
    postsCount
    votesCount
    commentsCount
  }
`)

/** Schema of a customer in a result. */
export const customer = output({
  id: text(),
  name: text(),
  email: textOrNull(),
  url: text(),
  labels: list(text()),
  blocked: flag(),
  posts: integer(),
  votes: integer(),
  comments: integer(),
})

/** Presents a customer. */
export const presentCustomer = (found: ResultOf<typeof CUSTOMER>) => ({
  id: String(found.id),
  name: found.name,
  email: found.email,
  url: found.url,
  labels: [...found.labels],
  blocked: found.blocked,
  posts: found.postsCount,
  votes: found.votesCount,
  comments: found.commentsCount,
})
