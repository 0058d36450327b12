import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { addMark, hasMark } from '../../app/marks.ts'
import { useIsAdmin } from '../../app/viewer.ts'
import { graphql } from '../../graphql.ts'
import { useRereads } from '../../live/use-rereads.ts'

const CONTENT = graphql(`
  query HasContent {
    posts(first: 1, filter: { includePrivate: true }) {
      nodes {
        id
      }
    }
    changelogs(first: 1) {
      nodes {
        id
      }
    }
  }
`)
const NO_VARIABLES = {}
const never = () => false
const bringsContent = (type: string) => type === 'POST_CREATED' || type === 'CHANGELOG_CREATED'

/**
 * Returns whether the dashboard has the first steps, and whether it has its figures. An admin of an organization
 * without content sees the steps alone. They stay above the figures in this browser until they end.
 */
export function useFirstSteps() {
  const { organization: slug = '' } = useParams({ strict: false })
  const isAdmin = useIsAdmin()
  const [isOver, setOver] = useState(false)
  const isOpen = isAdmin && !isOver && !hasMark(slug, 'hidden')
  const [{ data }, execute] = useQuery({
    query: CONTENT,
    variables: NO_VARIABLES,
    pause: !isOpen,
    requestPolicy: 'cache-and-network',
  })
  const isEmpty = data && data.posts.nodes.length === 0 && data.changelogs.nodes.length === 0
  const read = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  useRereads({ read, changesWith: isOpen && isEmpty ? bringsContent : never })
  useEffect(() => {
    if (isOpen && isEmpty !== undefined && !hasMark(slug, 'shown'))
      addMark(slug, isEmpty ? 'shown' : 'hidden')
  }, [isOpen, isEmpty, slug])
  const hasSteps = isOpen && (isEmpty === true || hasMark(slug, 'shown'))
  return { slug, hasSteps, hasFigures: !hasSteps || isEmpty === false, end: () => setOver(true) }
}
