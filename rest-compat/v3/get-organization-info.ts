import type { components } from '../../openapi/types.ts'
import { endpoint } from '../endpoint.ts'

type OrganizationData = {
  id: string
  slug: string
  name: string
  description: string
  homePage: string | null
  avatarUrl: string | null
  colorPrimary: string
  colorPrimaryLight: string
  colorPrimaryDark: string
  formDescription: string
  submitButtonText: string
}

type StatusData = {
  id: string
  slug: string
  name: string
  kind: components['schemas']['status-info']['status']
  color: string
  position: number
}

/** GET /api/v3/organizations/info. */
export const getOrganizationInfo = endpoint<
  'getOrganizationInfo',
  { organization: OrganizationData; statuses: StatusData[] }
>({
  operation: 'getOrganizationInfo',
  cacheable: true,
  document: /* GraphQL */ `
    query {
      organization {
        id
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
        id
        slug
        name
        kind
        color
        position
      }
    }
  `,
  variables: () => ({}),
  present: ({ organization, statuses }) => ({
    success: true,
    organization: {
      id: Number(organization.id),
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
    status_info: statuses.map(({ id, kind, ...status }) => ({ ...status, id: Number(id), status: kind })),
  }),
})
