import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Client, fetchExchange } from 'urql'
import { graphql, type ResultOf } from '../graphql.ts'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Refusal } from './refusal.tsx'
import { lastOrganization, signInAddress } from './session.ts'

const t = messagesOf(texts)

const ORGANIZATIONS = graphql(`
  query FirstOrganization {
    viewer {
      account {
        email
      }
    }
    organizations(first: 50) {
      nodes {
        id
        slug
      }
    }
  }
`)

type Found = ResultOf<typeof ORGANIZATIONS>

/** Opens the organization of the last visit, or the first of the account. */
export function FirstOrganization() {
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    void new Client({ url: '/graphql', preferGetMethod: false, exchanges: [fetchExchange] })
      .query(ORGANIZATIONS, {})
      .then(({ data, error }) => {
        if (data?.viewer) setFound(data)
        else if (data || error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHORIZED'))
          location.replace(signInAddress())
        else setProblem(t('unreachable'))
      })
  }, [])
  if (problem) return <Refusal title={t('unreachableTitle')} text={problem} />
  if (!found) return null
  const slugs = found.organizations.nodes.map(({ slug }) => slug)
  const slug = slugs.find((one) => one === lastOrganization()) ?? slugs[0]
  if (slug !== undefined) return <Navigate to="/$organization" params={{ organization: slug }} replace />
  return <Refusal title={t('noOrganizationTitle')} text={t('noOrganization')} />
}
