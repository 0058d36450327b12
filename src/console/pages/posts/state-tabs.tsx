import { BookmarkIcon } from '@primer/octicons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { use, useMemo } from 'react'
import { ViewerContext } from '../../app/viewer.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './inbox.module.css'
import { POST_COUNTS, type Choices } from './post-documents.ts'
import { openStatuses } from './post-filter.ts'
import { SavedViews } from './saved-views.tsx'
import { STATES, type PostState } from './search.ts'

const t = messagesOf(texts)
const POSTS_ONLY = /^POST_/
const changesCounts = (type: string) => POSTS_ONLY.test(type)

/** Parts of the posts, with the number of those that need something, and the views of this browser. */
export function StateTabs({ choices }: { choices: Choices }) {
  const { state: current = 'open' } = useSearch({ from: '/$organization/posts' })
  const email = use(ViewerContext)?.account?.email
  const counts = useCounts(choices)
  return (
    <div className={styles.tabs}>
      <Tabs name={t('states')}>
        {STATES.filter((state) => state !== 'mine' || email !== undefined).map((state) => (
          <Link
            key={state}
            from="/$organization/posts"
            to="/$organization/posts"
            search={(before) => ({
              ...before,
              state: state === 'open' ? undefined : state,
              status: undefined,
            })}
            activeOptions={{ exact: true }}
            activeProps={{ 'aria-current': undefined }}
            aria-current={state === current ? 'page' : undefined}
          >
            {t(`state.${state}`)}
            {state in counts && (
              <small>
                <Figure value={counts[state]} />
              </small>
            )}
          </Link>
        ))}
      </Tabs>
      <SavedViews icon={<BookmarkIcon size={16} />} />
    </div>
  )
}

/** Number of posts of the states that need something. Undefined until it is read. */
function useCounts({ statuses }: Choices): Partial<Record<PostState, number | undefined>> {
  const variables = useMemo(
    () => ({ open: { includePrivate: true, statuses: openStatuses(statuses) } }),
    [statuses],
  )
  const { data } = useLiveQuery({ query: POST_COUNTS, variables, changesWith: changesCounts })
  return { open: data?.open.totalCount, pending: data?.moderationCounts?.pendingPosts }
}
