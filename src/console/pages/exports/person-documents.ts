import { graphql } from '../../graphql.ts'

export const EXPORT_PERSON = graphql(`
  mutation ExportPerson($person: UserBy) {
    exportPerson(input: { person: $person }) {
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

/** The export of a person, with its file when it is written. */
export const PERSON_EXPORT = graphql(`
  query PersonExport($id: ID!) {
    exportRun(by: { id: $id }) {
      id
      state
      reason
      download {
        name
        url
        expiresAt
      }
    }
  }
`)
