import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html } from '../html.ts'
import { logo } from '../parts/layout.ts'
import { plainPage } from '../parts/plain-page.ts'
import { withQuery } from '../addresses.ts'
import type { Words } from '../visit/words.ts'

/** Reads the organizations of the door page. */
export const PUBLIC_ORGANIZATIONS = graphql(/* GraphQL */ `
  query ($after: String) {
    publicOrganizations(first: 100, after: $after) {
      nodes {
        name
        avatarUrl
        description
        portalUrl
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** Color of pages that belong to no organization. */
const COLOR = '#4f46e5'

/** Returns the page of a server with several organizations: the public ones, and the way in. */
export const doorPage = (
  { publicOrganizations }: ResultOf<typeof PUBLIC_ORGANIZATIONS>,
  words: Words,
): string =>
  plainPage({
    title: words.text('door.title'),
    base: '',
    words,
    colorPrimary: COLOR,
    body: html`<div class="card door">
      <h1>${words.text('door.title')}</h1>
      ${
        publicOrganizations.nodes.length > 0
          ? html`<ul>
              ${publicOrganizations.nodes.map(
                (organization) =>
                  html`<li>
                    <a href="${organization.portalUrl}"
                      >${logo(organization)}<span
                        ><b dir="auto">${organization.name}</b>
                        <span class="quiet">${organization.description}</span></span
                      ></a
                    >
                  </li>`,
              )}
            </ul>`
          : html`<p class="quiet">${words.text('door.empty')}</p>`
      }
      ${publicOrganizations.pageInfo.hasNextPage ? html`<p><a href="${withQuery('/', { after: publicOrganizations.pageInfo.endCursor })}">${words.text('more')}</a></p>` : ''}
      <p class="foot-links">
        <a href="/sign-in">${words.text('sign-in')}</a><a href="/docs">${words.text('docs')}</a>
      </p>
    </div>`,
  })

/** Returns the style sheet's organization for pages that belong to none. */
export const NO_ORGANIZATION = { colorPrimary: COLOR }
