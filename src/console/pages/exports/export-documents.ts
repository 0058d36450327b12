import { graphql, type ResultOf } from '../../graphql.ts'

const EXPORT_RUN = graphql(`
  fragment ExportRunFields on ExportRun @_unmask {
    id
    kind
    state
    reason
    options {
      form
      withoutPersonalData
      withEvents
      withAudit
    }
    size
    createdAt
    expiresAt
    download {
      name
      url
      expiresAt
    }
  }
`)

/** Exports of the organization, newest first. */
export const EXPORT_RUNS = graphql(
  `
    query ExportRuns($after: String) {
      exportRuns(first: 20, after: $after) {
        nodes {
          id
          ...ExportRunFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [EXPORT_RUN],
)

export type ExportRun = ResultOf<typeof EXPORT_RUNS>['exportRuns']['nodes'][number]

export const START_EXPORT = graphql(`
  mutation StartExport($input: StartExportInput!) {
    startExport(input: $input) {
      exportRun {
        id
        state
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
