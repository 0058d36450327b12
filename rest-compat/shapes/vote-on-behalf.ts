import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import type { Caller } from '../../src/auth/caller.ts'
import { fieldErrors, missingParam, unprocessable, type AppError } from '../../src/lib/errors.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'

/** GraphQL fields of a post for its votes after a change. */
export const VOTED_POST = graphql(/* GraphQL */ `
  fragment votedPost on Post {
    databaseId
    slug
    title
    url
    votesCount
    downvotesCount
  }
`)

/** Converts the votes of a post to their documented JSON. */
export function presentVotedPost(post: ResultOf<typeof VOTED_POST>): components['schemas']['VotedPost'] {
  return {
    id: post.databaseId,
    slug: post.slug,
    title: post.title,
    url: post.url,
    votes_count: post.votesCount,
    downvotes_count: post.downvotesCount,
  }
}

type Voter = { email?: string; by_email?: string; name?: string | null }

/**
 * Returns the voter: `email`, else `by_email`, else the actor of an access token.
 * @throws AppError MISSING_PARAM for another credential without an e-mail
 */
export function voterOf({ email, by_email, name }: Voter, { authority }: Caller) {
  const address = [email, by_email].find((given) => given?.trim())
  if (address !== undefined) return { email: address, name }
  if (authority === 'app') return undefined
  throw missingParam('by_email')
}

/**
 * Converts an error of a vote: a post of the body that does not exist is a problem of its parameter
 * (contract 2), and a problem of the voter one of the parameter that named them.
 */
export function toVoteError(error: AppError, { email }: Voter): AppError {
  if (error.code === 'NOT_FOUND') return unprocessable('feature_request_id', 'does not exist')
  const problems = error.fields?.['onBehalfOf.email']
  return problems && !email?.trim() ? fieldErrors(error.code, { by_email: problems }) : error
}

/** REST names of the fields of a vote. */
export const VOTE_FIELDS = {
  id: 'feature_request_id',
  postId: 'feature_request_id',
  direction: 'vote',
  'onBehalfOf.email': 'email',
  'onBehalfOf.name': 'name',
}
