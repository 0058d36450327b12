import { graphql } from 'relay-runtime'

/** A document with a field that the schema does not have. */
export const Misfit = graphql`
  query misfitListQuery {
    posts(first: 1) {
      edges {
        node {
          nothing_of_this_name
        }
      }
    }
  }
`
