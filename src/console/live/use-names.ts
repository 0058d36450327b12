import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { graphql, type ResultOf } from '../graphql.ts'

/** Objects by their ids, each with its name. */
const NAMES = graphql(`
  query Names($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
      ... on ApiKey {
        name
      }
      ... on Install {
        app {
          name
        }
      }
      ... on Invitation {
        email
      }
      ... on OAuthApp {
        name
      }
      ... on Organization {
        name
      }
      ... on Post {
        title
      }
      ... on User {
        name
      }
      ... on Webhook {
        name
        url
      }
    }
  }
`)

/** Maximum number of ids of a request. */
const MAX_IDS = 100

/** Returns the names of objects by their ids, without those that are gone, have none or are not read yet. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const client = useClient()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const next = [...new Set(ids)].filter((id) => !asked.has(id)).slice(0, MAX_IDS)
  const key = next.join(',')
  useEffect(() => {
    if (key === '') return
    let isEnded = false
    const variables = { ids: key.split(',') }
    void client
      .query(NAMES, variables)
      .toPromise()
      .then(({ data }) => {
        if (isEnded) return
        const found = (data?.nodes ?? []).flatMap((node) => entryOf(node) ?? [])
        setNames((before) => new Map([...before, ...found]))
        setAsked((before) => new Set([...before, ...variables.ids]))
      })
    return () => void (isEnded = true)
  }, [client, key])
  return names
}

function entryOf(node: ResultOf<typeof NAMES>['nodes'][number]): [[id: string, name: string]] | null {
  if (node === null) return null
  const name = nameOf(node)
  return name ? [[node.id, name]] : null
}

function nameOf(node: NonNullable<ResultOf<typeof NAMES>['nodes'][number]>): string | undefined {
  if ('app' in node) return node.app.name
  if ('email' in node) return node.email
  if ('title' in node) return node.title
  if ('url' in node) return node.name || node.url
  return 'name' in node ? node.name : undefined
}
