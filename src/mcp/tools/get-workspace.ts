import { graphql } from '../../lib/graphql-client/graphql.ts'
import { notFound } from '../../lib/errors.ts'
import { flag, input, list, output, text } from '../schemas.ts'
import { tool } from '../tool.ts'

/** Reads what the arguments of the other tools name. */
export const getWorkspace = tool({
  name: 'get_workspace',
  title: 'Get the workspace',
  description:
    'Returns the boards, statuses and tags that the arguments of the other tools name. Call it first.',
  family: 'posts',
  hints: ['reads'],
  input: input({}),
  output: output({
    name: text(),
    url: text(),
    multilingual: flag(),
    locales: list(text()),
    boards: list(output({ id: text(), name: text(), text: text(), private: flag() })),
    statuses: list(output({ slug: text(), name: text(), kind: text() })),
    tags: list(output({ id: text(), name: text() })),
  }),
  document: graphql(/* GraphQL */ `
    query {
      organization {
        name
        portalUrl
        multilingualChangelog
        locales
      }
      buckets(first: 100) {
        nodes {
          id
          name
          description
          private
        }
      }
      statuses {
        slug
        name
        kind
      }
      tags(first: 100) {
        nodes {
          id
          name
        }
      }
    }
  `),
  variables: () => ({}),
  present: ({ organization, buckets, statuses, tags }) => {
    if (!organization) throw notFound('Organization')
    return {
      name: organization.name,
      url: organization.portalUrl,
      multilingual: organization.multilingualChangelog,
      locales: [...organization.locales],
      boards: buckets.nodes.map(({ id, name, description, private: isPrivate }) => ({
        id: String(id),
        name,
        text: description,
        private: isPrivate,
      })),
      statuses: statuses.map(({ slug, name, kind }) => ({ slug, name, kind })),
      tags: tags.nodes.map(({ id, name }) => ({ id: String(id), name })),
    }
  },
})
