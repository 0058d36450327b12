import { graphql, type ResultOf } from '../../graphql.ts'
import type { Mentionable } from './mentions.ts'

/** The team, and the people who wrote about a post or voted for it: the first hundred of each. */
export const MENTIONABLE = graphql(`
  query MentionablePeople($id: ID!) {
    post(by: { id: $id }) {
      id
      submitter {
        id
        name
        email
        bot
      }
      comments(first: 100) {
        nodes {
          id
          author {
            id
            name
            email
            bot
          }
        }
      }
      voters(first: 100) {
        nodes {
          id
          user {
            id
            name
            email
            bot
          }
        }
      }
    }
    teamMembers(first: 100) {
      nodes {
        id
        user {
          id
          name
          email
          bot
        }
      }
    }
  }
`)

/** Returns people once, those of the conversation first. Bots and people without an address receive nothing. */
export function peopleOf({ post, teamMembers }: ResultOf<typeof MENTIONABLE>): Mentionable[] {
  const people = [
    post?.submitter,
    ...(post?.comments.nodes.map(({ author }) => author) ?? []),
    ...teamMembers.nodes.map(({ user }) => user),
    ...(post?.voters?.nodes.map(({ user }) => user) ?? []),
  ]
  const reached = people.flatMap((one) =>
    one?.email && !one.bot ? [{ id: one.id, name: one.name, hint: one.email }] : [],
  )
  return [...new Map(reached.map((one) => [one.id, one])).values()]
}
