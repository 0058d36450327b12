import { graphql } from 'relay-runtime'

/** A list of posts that pages both ways. */
export const Posts = graphql`
  fragment postList_posts on Query
  @argumentDefinitions(
    first: { type: "Int" }
    after: { type: "String" }
    last: { type: "Int" }
    before: { type: "String" }
  )
  @refetchable(queryName: "postListPageQuery") {
    posts(
      first: $first
      after: $after
      last: $last
      before: $before
      orderBy: { field: CREATED_AT, direction: ASC }
    ) @connection(key: "postList_posts") {
      totalCount
      edges {
        node {
          id
          ...postList_post
        }
      }
    }
  }
`

/** A post that is read again by its id. */
export const Post = graphql`
  fragment postList_post on Post @refetchable(queryName: "postListAgainQuery") {
    id
    title
    votesCount
    comments(first: 2) {
      totalCount
      nodes {
        id
        body
      }
    }
  }
`

export const List = graphql`
  query postListQuery($first: Int, $after: String, $last: Int, $before: String) {
    ...postList_posts @arguments(first: $first, after: $after, last: $last, before: $before)
  }
`

export const Change = graphql`
  mutation postListChangeMutation($input: UpdatePostInput!) {
    updatePost(input: $input) {
      post {
        ...postList_post
      }
      errors {
        code
        field
      }
    }
  }
`

export const Create = graphql`
  mutation postListCreateMutation($input: CreatePostInput!, $connections: [ID!]!) {
    createPost(input: $input) {
      post @appendNode(connections: $connections, edgeTypeName: "PostEdge") {
        ...postList_post
      }
      errors {
        code
        field
      }
    }
  }
`

export const Events = graphql`
  subscription postListEventsSubscription($after: ID) {
    events(after: $after, filter: { types: [POST_CREATED, POST_UPDATED, POST_DELETED] }) {
      id
      type
      ... on PostEvent {
        post {
          id
          ...postList_post
        }
        snapshot {
          postId
          title
        }
      }
    }
  }
`

export const Delete = graphql`
  mutation postListDeleteMutation($input: DeletePostInput!, $connections: [ID!]!) {
    deletePost(input: $input) {
      deletedPostId @deleteEdge(connections: $connections)
      removed: deletedPostId @deleteRecord
    }
  }
`
