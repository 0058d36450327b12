import { graphql, type ResultOf } from '../graphql.ts'
import { usePages } from '../live/use-pages.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { OrganizationLinks } from './organization-links.tsx'
import type { Shell } from './viewer.ts'

const ORGANIZATIONS = graphql(`
  query Organizations($after: String) {
    organizations(first: 100, after: $after) {
      nodes {
        id
        name
        slug
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const NO_VARIABLES = {}
const select = ({ organizations }: ResultOf<typeof ORGANIZATIONS>) => organizations

type AllOrganizationsProps = { slug: string; first: Shell['organizations']['nodes'] }

/** Organizations of an account that is in more than the first page of them. */
export function AllOrganizations({ slug, first }: AllOrganizationsProps) {
  const { nodes, ...more } = usePages(ORGANIZATIONS, NO_VARIABLES, select)
  return (
    <>
      <OrganizationLinks slug={slug} organizations={nodes ?? first} />
      <LoadMore {...more} />
    </>
  )
}
