import { graphql } from '../../graphql.ts'

/** Records of an import that were refused. */
export const IMPORT_ERRORS = graphql(`
  query ImportErrors($id: ID!, $after: String) {
    importRun(by: { id: $id }) {
      id
      errors(first: 100, after: $after) {
        nodes {
          number
          file
          row
          kind
          externalId
          problems {
            field
            value
            reason
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** Things that the undo of an import has left. */
export const IMPORT_REMAINING = graphql(`
  query ImportRemaining($id: ID!, $after: String) {
    importRun(by: { id: $id }) {
      id
      remaining(first: 50, after: $after) {
        nodes {
          kind
          nodeId
          name
          reason
          fields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** People of an import without an e-mail address. */
export const IMPORT_PEOPLE = graphql(`
  query ImportPeople($id: ID!, $after: String) {
    importRun(by: { id: $id }) {
      id
      peopleWithoutEmail(first: 50, after: $after) {
        nodes {
          id
          name
          posts(first: 1) {
            totalCount
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)
