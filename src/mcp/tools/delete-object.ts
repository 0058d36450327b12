import { invalidParam } from '../../lib/errors.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { assertNamed } from '../assert-named.ts'
import { input, output, text } from '../schemas.ts'
import { composedTool } from '../tool.ts'

const POST = graphql(/* GraphQL */ `
  query ($id: ID!) {
    post(by: { id: $id }) {
      title
    }
  }
`)

const DELETE_POST = graphql(
  /* GraphQL */ `
    mutation ($input: DeletePostInput!) {
      deletePost(input: $input) {
        deletedPostId
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

const COMMENT = graphql(/* GraphQL */ `
  query ($id: ID!) {
    comment(by: { id: $id }) {
      body
    }
  }
`)

const DELETE_COMMENT = graphql(
  /* GraphQL */ `
    mutation ($input: DeleteCommentInput!) {
      deleteComment(input: $input) {
        deletedCommentId
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

const CHANGELOG = graphql(/* GraphQL */ `
  query ($id: ID!) {
    changelog(by: { id: $id }) {
      title
    }
  }
`)

const DELETE_CHANGELOG = graphql(
  /* GraphQL */ `
    mutation ($input: DeleteChangelogInput!) {
      deleteChangelog(input: $input) {
        deletedChangelogId
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Deletes a post, a comment or an entry of the changelog. */
export const deleteObject = composedTool({
  name: 'delete_object',
  title: 'Delete a post, comment or entry',
  description:
    'Deletes a post with its comments, a comment, or a changelog entry for ever. Repeat its title, or the first words of a comment. Ask first.',
  family: 'posts',
  hints: ['destroys', 'repeatable'],
  input: input({ id: text('Such as post_42.'), title: text() }),
  output: output({ deleted: text() }),
  documents: ({ id }) => {
    if (isOf(id, 'post')) return [POST, DELETE_POST]
    if (isOf(id, 'cmt')) return [COMMENT, DELETE_COMMENT]
    return isOf(id, 'chg') ? [CHANGELOG, DELETE_CHANGELOG] : []
  },
  async run({ id, title }, call) {
    if (isOf(id, 'post')) {
      assertNamed(title, (await call(POST, { id }, 'Post')).post?.title ?? '')
      await call(DELETE_POST, { input: { id } })
    } else if (isOf(id, 'cmt')) {
      assertNamed(title, (await call(COMMENT, { id }, 'Comment')).comment?.body ?? '', { mayBeFirst: true })
      await call(DELETE_COMMENT, { input: { id } })
    } else if (isOf(id, 'chg')) {
      assertNamed(title, (await call(CHANGELOG, { id }, 'Changelog')).changelog?.title ?? '')
      await call(DELETE_CHANGELOG, { input: { id } })
    } else throw invalidParam('id', 'must be the id of a post, a comment or a changelog entry')
    return { deleted: id }
  },
})

const isOf = (id: unknown, prefix: string) => typeof id === 'string' && id.startsWith(`${prefix}_`)
