import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Client, fetchExchange, type CombinedError, type OperationResult } from 'urql'
import { graphql, type ResultOf } from '../graphql.ts'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Refusal } from './refusal.tsx'
import { lastOrganization, signInAddress } from './session.ts'

const t = messagesOf(texts)

const ORGANIZATIONS = graphql(`
  query FirstOrganization($after: String) {
    viewer {
      account {
        id
        email
      }
    }
    organizations(first: 100, after: $after) {
      nodes {
        id
        slug
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

type Read = OperationResult<ResultOf<typeof ORGANIZATIONS>>
type Found = { slug: string | undefined }

/** Opens the organization of the last visit, or the first of the account. */
export function FirstOrganization() {
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    void findOrganization().then((answer) => {
      if (answer === 'signedOut') location.replace(signInAddress())
      else if (answer === 'unreachable') setProblem(t('unreachable'))
      else setFound(answer)
    })
  }, [])
  if (problem) return <Refusal title={t('unreachableTitle')} text={problem} />
  if (!found) return null
  const { slug } = found
  if (slug !== undefined) return <Navigate to="/$organization" params={{ organization: slug }} replace />
  return <Refusal title={t('noOrganizationTitle')} text={t('noOrganization')} />
}

/** Finds the organization of the last visit among all of the account, or else the first one. */
async function findOrganization(): Promise<Found | 'signedOut' | 'unreachable'> {
  const client = new Client({ url: '/graphql', preferGetMethod: false, exchanges: [fetchExchange] })
  const last = lastOrganization()
  const slugs: string[] = []
  for (let after: string | null | undefined = null; after !== undefined;) {
    const page: Read = await client.query(ORGANIZATIONS, { after })
    if (page.data ? !page.data.viewer : page.error?.graphQLErrors.some(isUnauthorized)) return 'signedOut'
    if (!page.data) return 'unreachable'
    const { nodes, pageInfo } = page.data.organizations
    slugs.push(...nodes.map(({ slug }) => slug))
    const isOver = last === null || slugs.includes(last) || !pageInfo.hasNextPage
    after = isOver ? undefined : pageInfo.endCursor
  }
  return { slug: slugs.find((slug) => slug === last) ?? slugs[0] }
}

const isUnauthorized = ({ extensions }: CombinedError['graphQLErrors'][number]) =>
  extensions.code === 'UNAUTHORIZED'
