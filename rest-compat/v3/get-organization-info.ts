import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'

/** GET /api/v3/organizations/info. */
export const getOrganizationInfo = endpoint({
  operation: 'getOrganizationInfo',
  cacheable: true,
  document: graphql(/* GraphQL */ `
    query {
      organization {
        databaseId
        slug
        name
        description
        homePage
        avatarUrl
        colorPrimary
        colorPrimaryLight
        colorPrimaryDark
        formDescription
        submitButtonText
      }
      statuses {
        databaseId
        slug
        name
        kind
        color
        position
      }
    }
  `),
  variables: () => ({}),
  present: ({ organization, statuses }) => ({
    success: true,
    organization: {
      id: organization.databaseId,
      subdomain: organization.slug,
      name: organization.name,
      description: organization.description,
      home_page: organization.homePage,
      avatar: organization.avatarUrl,
      brand_colors: {
        primary: organization.colorPrimary,
        primary_light: organization.colorPrimaryLight,
        primary_dark: organization.colorPrimaryDark,
      },
    },
    form: { description: organization.formDescription, submit_button_text: organization.submitButtonText },
    status_info: statuses.map(({ databaseId, kind, ...status }) => ({
      ...status,
      id: databaseId,
      status: lowerCase(kind),
    })),
  }),
})
