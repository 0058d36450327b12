import { graphql, type ResultOf } from '../../graphql.ts'

export const ENTRY_LIST = graphql(`
  query ChangelogList($filter: ChangelogFilter, $after: String) {
    changelogs(first: 30, after: $after, filter: $filter) {
      nodes {
        id
        title
        state
        locale
        scheduledAt
        publishedAt
        updatedAt
        labels {
          id
          name
          color
        }
        translations {
          id
          locale
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const SETTINGS = graphql(`
  query ChangelogSettings {
    organization {
      id
      slug
      locales
      defaultLocale
    }
  }
`)

export const LABELS = graphql(`
  query ChangelogLabels($after: String) {
    changelogLabels(first: 100, after: $after) {
      nodes {
        id
        name
        color
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const ENTRY = graphql(`
  fragment EditedEntry on Changelog @_unmask {
    id
    title
    slug
    state
    locale
    url
    descriptionHtml
    preview
    previewUrl
    notify
    scheduledAt
    publishedAt
    updatedAt
    labels {
      id
      name
      color
    }
    posts(includePrivate: true) {
      id
      title
      votesCount
    }
    original {
      id
      title
      locale
      descriptionHtml
      updatedAt
    }
    translations {
      id
      locale
      updatedAt
      state
      preview
    }
  }
`)

export type Entry = ResultOf<typeof ENTRY>

export const ENTRY_QUERY = graphql(
  `
    query ChangelogEntry($id: ID!) {
      changelog(by: { id: $id }) {
        id
        ...EditedEntry
      }
    }
  `,
  [ENTRY],
)

export const UPDATE = graphql(
  `
    mutation UpdateEntry($input: UpdateChangelogInput!) {
      updateChangelog(input: $input) {
        changelog {
          id
          ...EditedEntry
        }
        errors {
          code
          field
          message
          problem
        }
      }
    }
  `,
  [ENTRY],
)

export const CREATE = graphql(`
  mutation CreateEntry($input: CreateChangelogInput!) {
    createChangelog(input: $input) {
      changelog {
        id
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE = graphql(`
  mutation DeleteEntry($id: ID!) {
    deleteChangelog(input: { id: $id }) {
      deletedChangelogId
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const CREATE_LABEL = graphql(`
  mutation CreateEntryLabel($name: String!) {
    createChangelogLabel(input: { name: $name }) {
      changelogLabel {
        id
        name
        color
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const FIND_POSTS = graphql(`
  query FindPosts($search: String!) {
    posts(first: 10, filter: { search: $search }) {
      nodes {
        id
        title
        votesCount
      }
    }
  }
`)
