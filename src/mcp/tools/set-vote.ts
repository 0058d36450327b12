import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { input, integer, oneOf, output, text } from '../schemas.ts'
import { composedTool } from '../tool.ts'

const VOTED = graphql(/* GraphQL */ `
  fragment voted on Post {
    id
    title
    url
    votesCount
  }
`)

const CAST = graphql(
  /* GraphQL */ `
    mutation ($input: CastVoteInput!) {
      castVote(input: $input) {
        post {
          ...voted
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [VOTED, USER_ERROR],
)

const REMOVE = graphql(
  /* GraphQL */ `
    mutation ($input: RemoveVoteInput!) {
      removeVote(input: $input) {
        post {
          ...voted
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [VOTED, USER_ERROR],
)

/** Sets or removes a vote. */
export const setVote = composedTool({
  name: 'set_vote',
  title: 'Set a vote',
  description:
    'Sets or removes the vote of a customer on a post, or your own without an address. A repeated call changes nothing.',
  family: 'votes',
  hints: ['repeatable'],
  input: input({ post: text(), vote: oneOf(['UP', 'DOWN', 'NONE']) }, { customer_email: text() }),
  output: output({ post: text(), title: text(), url: text(), votes: integer() }),
  documents: ({ vote }) => [vote === 'NONE' ? REMOVE : CAST],
  async run({ post: id, vote, customer_email: email }, call) {
    const whose = { id, onBehalfOf: email === undefined ? undefined : { email } }
    if (vote === 'NONE') return present((await call(REMOVE, { input: whose })).removeVote.post)
    return present((await call(CAST, { input: { ...whose, direction: vote } })).castVote.post)
  },
  fields: { id: 'post', direction: 'vote', 'onBehalfOf.email': 'customer_email' },
})

const present = ({ id, title, url, votesCount }: ResultOf<typeof VOTED>) => ({
  post: String(id),
  title,
  url,
  votes: votesCount,
})
