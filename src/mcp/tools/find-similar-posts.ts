import { graphql } from '../../lib/graphql-client/graphql.ts'
import { input, list, output, text } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

/** Finds the posts that resemble a text. */
export const findSimilarPosts = tool({
  name: 'find_similar_posts',
  title: 'Find similar posts',
  description: 'Finds up to 10 posts that resemble a text, most similar first. Call it before create_post.',
  family: 'posts',
  hints: ['reads'],
  input: input({ title: text() }, { text: text() }),
  output: output({ posts: list(post) }),
  document: graphql(
    /* GraphQL */ `
      query ($title: String!, $description: String) {
        similarPosts(title: $title, description: $description, first: 10, includePrivate: true) {
          post {
            ...post
          }
        }
      }
    `,
    [POST],
  ),
  variables: ({ title, text: description }) => ({ title, description }),
  present: ({ similarPosts }) => ({ posts: similarPosts.map((similar) => presentPost(similar.post)) }),
  fields: { description: 'text' },
})
